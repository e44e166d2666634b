export type Attributes = Record<string, string>

/** Elements whose content is not visible text of the page. `template` nests, and is counted separately. */
export const unseenTags: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'textarea',
  'iframe',
  // What they contain is for browsers that cannot show them.
  'audio',
  'canvas',
  'object',
  'video',
  'noembed',
  'noframes',
])

/** Elements without semantics or content, whose appearance comes from styles. */
export const divisionTags: ReadonlySet<string> = new Set(['div', 'i', 'span'])

/** Elements that a browser shows even without text. Images, iframes and forms are counted separately. */
export const shownTags: ReadonlySet<string> = new Set([
  'audio',
  'button',
  'canvas',
  'embed',
  'frame',
  'frameset',
  'input',
  'math',
  'meter',
  'object',
  'progress',
  'select',
  'svg',
  'textarea',
  'video',
])

/** Elements that quote something else. */
export const quotingTags: ReadonlySet<string> = new Set([
  'blockquote',
  'code',
  'kbd',
  'listing',
  'pre',
  'q',
  'samp',
  'tt',
  'xmp',
])

/** Elements that occur inside a word: any other tag separates words. */
export const inlineTags: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'label',
  'mark',
  'nobr',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
])

/** HTML elements that end an unclosed `svg` element (HTML standard, tokens in foreign content). */
export const breaksOutOfSvg: ReadonlySet<string> = new Set([
  'blockquote',
  'body',
  'br',
  'center',
  'code',
  'div',
  'dl',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'head',
  'hr',
  'img',
  'li',
  'menu',
  'meta',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
])

/** Elements whose content is skipped when they are hidden. Authors often forget to close other elements. */
export const hideableTags: ReadonlySet<string> = new Set([
  'article',
  'aside',
  'dialog',
  'div',
  'footer',
  'form',
  'header',
  'main',
  'nav',
  'section',
])

/** The same for lines and lists: all but `p` need an end tag. */
export const hideableLines: ReadonlySet<string> = new Set([
  'button',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'label',
  'ol',
  'p',
  'span',
  'table',
  'ul',
])

const hiding = ['hidden', 'style'] as const

/** The attributes that the readers use; all others are not copied. */
export const interestingAttributes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...Object.fromEntries([...hideableTags, ...hideableLines].map((tag) => [tag, hiding])),
    a: ['href'],
    base: ['href'],
    button: ['formaction', ...hiding],
    dialog: ['open', ...hiding],
    div: ['id', ...hiding],
    form: ['action', ...hiding],
    html: ['lang'],
    img: ['src', 'onerror'],
    input: ['type', 'formaction'],
    link: ['rel', 'href'],
    meta: ['name', 'property', 'http-equiv', 'content'],
    script: ['src', 'type', 'nomodule'],
    template: ['shadowrootmode'],
  }),
)

import { Tokenizer } from 'htmlparser2'
import type { Pieces } from '#runtime/turns.ts'
import { excerpt } from './excerpt.ts'
import { FoldedText } from './folded-text.ts'
import type { Attributes } from './html-tags.ts'
import {
  breaksOutOfSvg,
  divisionTags,
  hideableLines,
  hideableTags,
  inlineTags,
  interestingAttributes,
  quotingTags,
  shownTags,
  unseenTags,
} from './html-tags.ts'
import { templatesAlone } from './shadow-roots.ts'

/** What a reader without scripts sees of a page, and the content of its head. */
export interface HtmlFacts {
  title: string | null
  h1: string[]
  /** The first headings of levels one to three, in document order. */
  headings: string[]
  /**
   * The first 1,990 and the last ten lines, as blocks and line breaks separate them. `quoted`: the whole line is inside code,
   * pre, q, a drawing or a similar element; `quotes`: part of it is.
   */
  lines: { readonly text: string; readonly quoted: boolean; readonly quotes: boolean }[]
  /** Kind of the first instruction or element that the server should have replaced; null if there is none. */
  serverInstruction: 'php' | 'ssi' | 'esi' | 'server-tag' | null
  /** The markup ends inside a tag, a script or elements whose end tags are not optional. */
  isCut: boolean
  /** The rest of the page, including its end tags, is inside an unclosed comment, field or similar element. */
  isSwallowed: boolean
  /** All text that is not script, style, template, noscript, frame or form content; white space folded. */
  text: FoldedText
  /** The first 64 Ki UTF-16 units of the same text without the content of code, kbd, pre, samp, q, blockquote or svg. */
  unquotedText: FoldedText
  lang: string | null
  doctype: boolean
  canonical: string | null
  /** `content` of meta elements by their name, http-equiv or property in lower case; the first one of each name. */
  meta: Map<string, string>
  /** `content` of every meta element that carries a Content-Security-Policy. */
  csp: string[]
  counts: {
    links: number
    scripts: number
    styles: number
    images: number
    forms: number
    iframes: number
  }
  /** Number of elements, beside those of `counts`, that a browser shows even without text. */
  otherContent: number
  /** Number of elements without semantics, from which styles may make a drawing. */
  divisions: number
  formActions: string[]
  /** The first links with an absolute URL or a path on a disk, outside code and quotations, and links to alternates. */
  links: { readonly href: string; readonly text: string }[]
  /** `href` of the first `base` element that has one. */
  base: string | null
  /** Scripts and style sheets that a browser loads with the page, as written. */
  assets: string[]
  /** Whether the `src` of an image is a path on a disk. */
  hasImageOnDisk: boolean
  /** `src` of images whose element has a handler for a failure to load. */
  handledImages: string[]
  /** The first URLs by which JSON-LD names the page, its site, their owner and their images (https://schema.org). */
  describedUrls: string[]
  hasPasswordField: boolean
}

/** A Windows drive, a Unix home directory or a network share (RFC 8089). Paths from the system root occur in manuals. */
export const diskPath =
  /^\s*(?:file:\/{2,3}(?:localhost\/)?(?:[a-z](?::|\||%7c)[\\/]|(?:users|home)\/|\/{2,3}\w)|[a-z]:[\\/])/i

/** A home directory without `file:`. Other paths below `/home` and `/users` are those of ordinary URLs. */
const homePath =
  /^\s*\/(?:Users\/[^/\s]+\/(?:Desktop|Downloads)|home\/(?:[^/\s]+\/){1,4}public_html)\//

const maxHeadings = 3
/** Maximum number of headings of any level: the first ones name the subject of a page. */
const maxAnyHeadings = 4
/** Maximum number of lines: those of a long page of documentation. A page that only shows a message has a dozen. */
const maxLines = 2_000
/** Number of last lines that are kept of a longer page. */
const lastLines = 10
const maxLine = 400
/** Maximum length of the unquoted text: signatures are at the top of pages without other content. */
const maxUnquoted = 65_536
/** Maximum numbers of items: a page has a handful of each, and more would only consume our memory. */
const maxMetaNames = 100
const maxPolicies = 20
const maxForms = 50
const maxAssets = 200
const maxHandledImages = 200
const maxDescribedUrls = 100
/** Maximum length of text that the tokenizer hands out at once: a CDATA section, or the rest of a page that ends in a tag. */
const maxSection = 65_536
/** Maximum length of one script with JSON-LD; that of a page with many products has a tenth. */
const maxData = 262_144
const maxLinks = 200
/** Characters that are kept of a title, heading or attribute. The report cuts them to 300, after white space is folded. */
const maxCapture = 4096

/**
 * Reads HTML in one pass of the tokenizer, or in two if it has a declarative shadow root. There is no tree, no stack of open
 * elements and no search that starts at an element: each takes quadratic time for a million tags. Time and memory are linear in
 * the length of the text.
 */
export function readHtml(html: string): Pieces<HtmlFacts> {
  return new HtmlReader(html).read()
}

// Characters in a piece of work. One of nothing but tags takes up to four milliseconds, and seven before it is compiled.
const pieceLength = 8_192

class HtmlReader {
  readonly #html: string
  readonly #facts: Omit<HtmlFacts, 'text' | 'unquotedText'> = {
    title: null,
    h1: [],
    headings: [],
    lines: [],
    serverInstruction: null,
    isCut: false,
    isSwallowed: false,
    lang: null,
    doctype: false,
    canonical: null,
    meta: new Map(),
    csp: [],
    counts: { links: 0, scripts: 0, styles: 0, images: 0, forms: 0, iframes: 0 },
    otherContent: 0,
    divisions: 0,
    formActions: [],
    links: [],
    base: null,
    assets: [],
    hasImageOnDisk: false,
    handledImages: [],
    describedUrls: [],
    hasPasswordField: false,
  }
  readonly #text: FoldedText
  readonly #unquoted = new FoldedText(maxUnquoted)
  #title: string | null = null
  #heading: string | null = null
  #level = ''
  #link: { readonly href: string; text: string } | null = null
  #line = ''
  #lineIsQuoted = true
  #lineQuotes = false
  /** Where text goes: into the title, nowhere (`#unseen` is the name of the element that hides it), or onto the page. */
  #inTitle = false
  #unseen: string | null = null
  /** Number of open elements of the same name inside that element. */
  #unseenDepth = 0
  #templates = 0
  /** Number of open declarative shadow roots, which are outside all other templates. */
  #shadowRoots = 0
  /** Whether the open shadow root shows the content of its slots, because its host has none. */
  #showsSlots = false
  #quotes = 0
  #svg = 0
  /** Offset at which the content of an open title, field or script begins; null outside these. */
  #rawFrom: number | null = null
  /** Content of an open script with JSON-LD; null outside of one. */
  #data: string | null = null
  #isInTag = false
  #hasBody = false
  #isEnded = false
  /** Number of elements that need an end tag, and have none yet. */
  #open = 0
  #tag = ''
  #attributes: Attributes = {}
  #attribute: string | null = null
  #value = ''

  /** See `templatesAlone`; null until a shadow root is found. */
  readonly #alone: ReadonlySet<number> | null
  #hasRoot = false

  constructor(html: string, alone: ReadonlySet<number> | null = null) {
    this.#html = html
    this.#alone = alone
    // No character reference is shorter than its character, and a tag is longer than the space that replaces it.
    this.#text = new FoldedText(html.length + 1)
  }

  *read(): Pieces<HtmlFacts> {
    const tokenizer = new Tokenizer(
      {},
      {
        ontext: (start, end) => this.#onSection(start, end),
        ontextentity: (codePoint) => this.#onText(fromCodePoint(codePoint)),
        onopentagname: (start, end) => this.#onTagName(start, end),
        onopentagend: (end) => this.#onOpenTag(false, end),
        onselfclosingtag: (end) => this.#onOpenTag(true, end),
        onclosetag: (start, end) => this.#onCloseTag(this.#nameAt(start, end)),
        onattribname: (start, end) => this.#onAttribute(start, end),
        onattribdata: (start, end) => this.#onValue(this.#html.slice(start, end)),
        onattribentity: (codePoint) => this.#onValue(fromCodePoint(codePoint)),
        onattribend: () => this.#onAttributeEnd(),
        ondeclaration: () => {
          this.#facts.doctype = true
        },
        oncdata: (start, end, offset) => this.#onSection(start, end - offset),
        // HTML parses an unknown processing instruction as a comment.
        oncomment: (start, end) => {
          if (end >= this.#html.length) this.#rawFrom = start
          this.#facts.serverInstruction ??= instructionIn(this.#html.slice(start, start + 12))
        },
        onprocessinginstruction: () => {},
        onend: () => {},
        isInForeignContext: () => this.#svg > 0,
      },
    )
    for (let at = 0; at < this.#html.length; at += pieceLength) {
      tokenizer.write(this.#html.slice(at, at + pieceLength))
      yield
      if (this.#hasRoot && this.#alone === null) {
        const alone = yield* templatesAlone(this.#html)
        return yield* new HtmlReader(this.#html, alone).read()
      }
    }
    tokenizer.end()
    return this.#finish()
  }

  #finish(): HtmlFacts {
    this.#facts.isCut = this.#endsEarly()
    this.#facts.isSwallowed = this.#rawFrom !== null && swallowsRest(this.#html, this.#rawFrom)
    this.#endHeading()
    this.#endAnchor()
    this.#endLine()
    const title = this.#title === null ? null : excerpt(this.#title)
    return { ...this.#facts, title, text: this.#text, unquotedText: this.#unquoted }
  }

  /**
   * Authors forget some end tags, even that of the body, but not several others as well, or the rest of a tag. Programs
   * that generate listings omit all tags around a listing.
   */
  #endsEarly(): boolean {
    // An unclosed script swallows the end tags of a page that is otherwise complete.
    if (this.#isEnded || /<\/(?:body|html)\s*>|<\/pre>\s+$/i.test(this.#html.slice(-END_LENGTH)))
      return false
    const isInside = this.#unseen !== null && rawTags.has(this.#unseen)
    const isPage = this.#hasBody && this.#open >= MIN_OPEN_ELEMENTS
    return this.#isInTag || this.#inTitle || isInside || isPage
  }

  #onSection(start: number, end: number): void {
    this.#onText(this.#html, start, Math.min(end, start + maxSection))
  }

  #onText(text: string, start = 0, end = text.length): void {
    if (this.#inTitle) this.#title = capped(this.#title ?? '', text.slice(start, end))
    if (this.#data !== null && this.#data.length < maxData) this.#data += text.slice(start, end)
    if (this.#inTitle || this.#unseen !== null || this.#templates > 0) return
    this.#text.add(text, start, end)
    if (!this.#isQuoting()) this.#unquoted.add(text, start, end)
    this.#addToLine(text, start, end)
    if (this.#heading !== null) this.#heading = capped(this.#heading, text.slice(start, end))
    if (this.#link !== null) this.#link.text = capped(this.#link.text, text.slice(start, end))
  }

  #onTagName(start: number, end: number): void {
    this.#tag = this.#nameAt(start, end)
    this.#attributes = {}
    this.#isInTag = true
    if (serverTag.test(this.#tag)) {
      this.#facts.serverInstruction ??= this.#tag.startsWith('esi:') ? 'esi' : 'server-tag'
    }
  }

  #onAttribute(start: number, end: number): void {
    const name = end - start > 16 ? '' : this.#html.slice(start, end).toLowerCase()
    const wanted = interestingAttributes.get(this.#tag)?.includes(name) ?? false
    this.#attribute = wanted && !Object.hasOwn(this.#attributes, name) ? name : null
    this.#value = ''
  }

  #onValue(text: string): void {
    if (this.#attribute !== null) this.#value = capped(this.#value, text)
  }

  #onAttributeEnd(): void {
    if (this.#attribute !== null) this.#attributes[this.#attribute] = this.#value
    this.#attribute = null
  }

  #onOpenTag(selfClosing: boolean, end: number): void {
    const name = this.#tag
    this.#isInTag = false
    if (!selfClosing && swallowingTags.has(name) && this.#svg === 0) this.#rawFrom = end
    if (name === 'body') this.#hasBody = true
    if (hideableTags.has(name)) this.#open += 1
    if (breaksOutOfSvg.has(name)) this.#svg = 0
    if (name === 'template') this.#enterTemplate(end)
    this.#insideUnseen(name)
    const seen = this.#unseen === null && this.#templates === 0
    if (seen) this.#note(name, this.#attributes)
    if (!(selfClosing && this.#svg > 0)) this.#enter(name, selfClosing, seen)
    if (seen && !inlineTags.has(name)) this.#endLine()
  }

  #insideUnseen(name: string): void {
    // The end tag of a paragraph may be omitted.
    if (this.#unseen === 'p' && !inlineTags.has(name)) this.#unseen = null
    if (name === this.#unseen && (isHideable(name) || name === 'slot')) this.#unseenDepth += 1
  }

  /** Browsers show a declarative shadow root in its place (HTML 4.12.3). `end` is the offset of its content. */
  #enterTemplate(end: number): void {
    const mode = this.#attributes['shadowrootmode']?.toLowerCase()
    const isShadowRoot = mode === 'open' || mode === 'closed'
    this.#showsSlots = isShadowRoot && (this.#alone?.has(end) ?? false)
    if (isShadowRoot) this.#hasRoot = true
    if (isShadowRoot && this.#templates === 0) this.#shadowRoots += 1
    else this.#templates += 1
    if (isShadowRoot) this.#facts.otherContent += 1
  }

  #leaveTemplate(): void {
    if (this.#templates > 0) this.#templates -= 1
    else if (this.#shadowRoots > 0) this.#shadowRoots -= 1
    if (this.#unseen === 'slot' && this.#templates === 0) this.#unseen = null
  }

  #enter(name: string, selfClosing: boolean, seen: boolean): void {
    if (name === 'svg') this.#svg += selfClosing ? 0 : 1
    if (!seen) return
    if (name === 'title') this.#enterTitle()
    // The content of a slot is replaced by that of the host, which follows the shadow root.
    const isReplaced = name === 'slot' && this.#shadowRoots > 0 && !this.#showsSlots
    if (isReplaced || unseenTags.has(name) || isHidden(name, this.#attributes)) this.#unseen = name
    if (quotingTags.has(name)) this.#quotes += 1
    if (headingTags.has(name)) {
      this.#endHeading()
      if (this.#wantsHeading(name)) this.#heading = ''
      this.#level = name
    }
  }

  /** The first title of the document is its title; one inside a drawing is a tooltip, a second one is ignored. */
  #enterTitle(): void {
    if (this.#svg === 0 && this.#title === null) {
      this.#title = ''
      this.#inTitle = true
    } else {
      this.#unseen = 'title'
    }
  }

  #onCloseTag(name: string): void {
    if (swallowingTags.has(name)) this.#rawFrom = null
    if (name === 'body' || name === 'html') this.#isEnded = true
    if (hideableTags.has(name)) this.#open -= 1
    if (name === 'template') this.#leaveTemplate()
    if (name === 'svg') this.#svg = Math.max(0, this.#svg - 1)
    if (name === 'title') this.#inTitle = false
    if (name === 'script') this.#endData()
    if (name === this.#unseen) this.#endUnseen()
    if (this.#templates > 0 || this.#unseen !== null) return
    if (quotingTags.has(name)) this.#quotes = Math.max(0, this.#quotes - 1)
    if (headingTags.has(name)) this.#endHeading()
    if (name === 'a') this.#endAnchor()
    if (!inlineTags.has(name)) this.#endLine()
  }

  #addToLine(text: string, start: number, end: number): void {
    if (this.#line.length >= maxLine) return
    const more = text.slice(start, Math.min(end, start + maxLine))
    this.#line += more
    if (more.trim() === '') return
    if (this.#isQuoting()) this.#lineQuotes = true
    else this.#lineIsQuoted = false
  }

  /** Text in an SVG drawing counts as quoted, because it consists of labels: numbers of an axis, names in a diagram. */
  #isQuoting(): boolean {
    return this.#quotes > 0 || this.#svg > 0
  }

  #endLine(): void {
    this.#onText(' ')
    const { lines } = this.#facts
    const text = this.#line.replace(/\s+/g, ' ').trim()
    if (text !== '') lines.push({ text, quoted: this.#lineIsQuoted, quotes: this.#lineQuotes })
    if (lines.length > maxLines) lines.splice(maxLines - lastLines, 1)
    this.#line = ''
    this.#lineIsQuoted = true
    this.#lineQuotes = false
  }

  #endHeading(): void {
    if (this.#heading === null) return
    // A page of nothing but empty headings runs this a million times.
    const heading = this.#heading === '' ? null : excerpt(this.#heading)
    const { h1, headings } = this.#facts
    if (heading !== null && this.#level === 'h1' && h1.length < maxHeadings) h1.push(heading)
    if (heading !== null && headings.length < maxAnyHeadings) headings.push(heading)
    this.#heading = null
  }

  #wantsHeading(level: string): boolean {
    const { h1, headings } = this.#facts
    return headings.length < maxAnyHeadings || (level === 'h1' && h1.length < maxHeadings)
  }

  #endUnseen(): void {
    if (this.#unseenDepth === 0) this.#unseen = null
    else this.#unseenDepth -= 1
  }

  #note(name: string, attributes: Attributes): void {
    const { counts } = this.#facts
    if (name === 'a' && attributes['href'] !== undefined) this.#noteAnchor(attributes['href'])
    if (shownTags.has(name)) this.#facts.otherContent += 1
    if (divisionTags.has(name)) this.#facts.divisions += 1
    if (name === 'style') counts.styles += 1
    if (name === 'img' || name === 'image') counts.images += 1
    if (name === 'img') this.#noteImage(attributes)
    if (name === 'iframe') counts.iframes += 1
    this.#noteHead(name, attributes)
    if (name === 'form') this.#noteForm(attributes)
    if (name === 'input') this.#noteInput(attributes)
    if (name === 'input' || name === 'button') this.#noteAction(attributes['formaction'])
  }

  #noteImage({ src, onerror }: Attributes): void {
    if (src === undefined) return
    const { handledImages } = this.#facts
    if (diskPath.test(src) || homePath.test(src)) this.#facts.hasImageOnDisk = true
    if (onerror !== undefined && handledImages.length < maxHandledImages) handledImages.push(src)
  }

  #noteAnchor(href: string): void {
    this.#facts.counts.links += 1
    this.#endAnchor()
    if (!/^\s*(?:https?:|file:|[a-z]:\\)/i.test(href) || this.#isQuoting()) return
    if (this.#facts.links.length < maxLinks) this.#link = { href, text: '' }
  }

  #endAnchor(): void {
    if (this.#link !== null) this.#facts.links.push({ ...this.#link, text: this.#link.text.trim() })
    this.#link = null
  }

  #noteHead(name: string, attributes: Attributes): void {
    if (name === 'html') this.#facts.lang ??= excerpt(attributes['lang'] ?? '')
    if (name === 'base') this.#facts.base ??= attributes['href'] ?? null
    if (name === 'link') this.#noteLink(attributes)
    if (name === 'meta') this.#noteMeta(attributes)
    if (name === 'script') this.#noteScript(attributes)
  }

  #noteInput(attributes: Attributes): void {
    if (attributes['type']?.trim().toLowerCase() === 'password') this.#facts.hasPasswordField = true
  }

  #noteScript({ src, type, nomodule }: Attributes): void {
    this.#facts.counts.scripts += 1
    // A script of another type is data for other scripts.
    if (nomodule === undefined && runnable.test(type?.trim() ?? '')) this.#noteAsset(src)
    if (/^\s*application\/ld\+json\s*$/i.test(type ?? '')) this.#data = ''
  }

  #endData(): void {
    const { describedUrls } = this.#facts
    for (const [, url = ''] of this.#data?.matchAll(describedUrl) ?? []) {
      if (describedUrls.length < maxDescribedUrls) describedUrls.push(url.replaceAll('\\/', '/'))
    }
    this.#data = null
  }

  #noteAsset(url: string | undefined): void {
    const { assets } = this.#facts
    if (url !== undefined && assets.length < maxAssets) assets.push(url.trim())
  }

  #noteLink(attributes: Attributes): void {
    const rel = attributes['rel']?.toLowerCase().split(/\s+/) ?? []
    if (rel.includes('stylesheet')) this.#facts.counts.styles += 1
    const isLoaded = rel.includes('stylesheet') || rel.includes('modulepreload')
    if (isLoaded && !rel.includes('alternate')) this.#noteAsset(attributes['href'])
    if (rel.includes('alternate') && !rel.includes('stylesheet')) {
      this.#noteAlternate(attributes['href'] ?? '')
    }
    if (rel.includes('canonical')) this.#facts.canonical ??= excerpt(attributes['href'] ?? '')
  }

  /** The page in another language, or its feed. These come first, and leave half of the list to the links of the text. */
  #noteAlternate(href: string): void {
    const { links } = this.#facts
    if (/^\s*https?:/i.test(href) && links.length < maxLinks / 2) links.push({ href, text: '' })
  }

  #noteMeta(attributes: Attributes): void {
    const content = attributes['content']
    const name = (attributes['name'] ?? attributes['http-equiv'] ?? attributes['property'])
      ?.trim()
      .toLowerCase()
    if (content === undefined || name === undefined) return
    const { csp, meta } = this.#facts
    if (name === 'content-security-policy' && csp.length < maxPolicies) csp.push(content)
    if (!meta.has(name) && meta.size < maxMetaNames) meta.set(name, content)
  }

  #noteForm(attributes: Attributes): void {
    this.#facts.counts.forms += 1
    this.#noteAction(attributes['action'])
  }

  #noteAction(action: string | undefined): void {
    if (action !== undefined && this.#facts.formActions.length < maxForms) {
      this.#facts.formActions.push(action)
    }
  }

  /** The name in lower case, or an empty string for a longer one: no relevant element has it, and it may have megabytes. */
  #nameAt(start: number, end: number): string {
    return end - start > 16 ? '' : this.#html.slice(start, end).toLowerCase()
  }
}

/** `type` of a script that a browser runs (HTML 4.12.1). */
const runnable =
  /^(?:|module|(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/javascript1\.[0-5]|text\/(?:jscript|livescript))$/i

/** A member of JSON-LD whose value, or first value, is a URL. The text is not parsed, because one error would hide all of it. */
const describedUrl =
  /"(?:@id|url|image|logo|contentUrl|thumbnailUrl|mainEntityOfPage|item|target|urlTemplate)"\s{0,20}:\s{0,20}(?:\[\s{0,20})?"(https?:[^"\s]{1,2000})"/g

/** Characters at the end of a source that are searched for end tags: hosts append comments and scripts to a page. */
const END_LENGTH = 2_048

/** Minimum number of unclosed elements: authors easily forget to close one. */
const MIN_OPEN_ELEMENTS = 2

/** Elements whose content ends only with their end tag. */
const rawTags: ReadonlySet<string> = new Set(['script', 'style', 'textarea'])

/** Elements in whose content tags are text. */
const swallowingTags: ReadonlySet<string> = new Set([...rawTags, 'title', 'xmp', 'iframe'])

/** Minimum number of end tags. A script may write some markup, but none writes the end of its page without the start. */
const MIN_SWALLOWED_END_TAGS = 3

/** Maximum length of the beginning and of the end of the swallowed part that are searched. */
const MAX_SWALLOWED = 65_536

function swallowsRest(html: string, from: number): boolean {
  const start = html.slice(from, from + MAX_SWALLOWED)
  const end = html.slice(Math.max(from, html.length - MAX_SWALLOWED))
  if (!/<\/(?:body|html)\s*>/i.test(end) || /<html[\s>]/i.test(start)) return false
  const tags = /<\/(?:p|div|h[1-6]|ul|form|section|main|footer|header|nav|table)\s*>/gi
  return (end.match(tags) ?? []).length >= MIN_SWALLOWED_END_TAGS
}

/** Edge Side Includes 1.0; JSP actions (JSP 2.3, 5); ASP.NET controls; CFML. */
const serverTag =
  /^(?:esi:(?:include|remove|vars|choose|try)|jsp:(?:include|forward|usebean)|asp:\w+|cf(?:output|if|query|set|include|loop))$/

/** `<?php` and `<?=`; Server Side Includes (mod_include of Apache, ngx_http_ssi_module). */
function instructionIn(comment: string): 'php' | 'ssi' | null {
  if (/^\?(?:php\b|=)/.test(comment)) return 'php'
  return /^#(?:include|echo|exec|if|set|config|block)\s/.test(comment) ? 'ssi' : null
}

const headingTags: ReadonlySet<string> = new Set(['h1', 'h2', 'h3'])

function isHideable(name: string): boolean {
  return hideableTags.has(name) || hideableLines.has(name)
}

function isHidden(name: string, { hidden, open, style, id }: Attributes): boolean {
  if (!isHideable(name)) return false
  return (
    (name === 'dialog' && open === undefined) ||
    // Every Blazor application contains the bar, which its styles hide until an exception.
    id === 'blazor-error-ui' ||
    (hidden !== undefined && hidden !== 'until-found') ||
    /(?:^|;)\s*display\s*:\s*none/i.test(style ?? '')
  )
}

function capped(before: string, more: string): string {
  return before.length >= maxCapture ? before : before + more.slice(0, maxCapture - before.length)
}

function fromCodePoint(codePoint: number): string {
  return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : '\uFFFD'
}

import { type Page, subjectOf } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { plain } from '#content/text.ts'

/** Keys with which visitors run a command from the clipboard, as hacked sites tell them to do in a fake check for robots. */
const commandInstruction = /\b(?:windows|win)(?: key| button)? ?\+ ?r\b.{0,200}?\bctrl ?\+ ?v\b/i
const CONTEXT_LENGTH = 400

/** Whether the page is a fake check for robots, which makes visitors run a command. */
export function isFakeRobotCheck(page: Page): boolean {
  const found = commandInstruction.exec(page.text)
  if (found === null || hasWord(subjectOf(page), 'attacks')) return false
  const before = page.text.slice(Math.max(0, found.index - CONTEXT_LENGTH), found.index)
  return /\b(?:human|robot|captcha|cloudflare)\b/i.test(before)
}

/** A start tag with a style that hides the element from visitors, and its name: one pattern for each way to hide it. */
const hiddenElementTags = [
  'display\\s*:\\s*none|visibility\\s*:\\s*hidden|opacity\\s*:\\s*0(?![.\\d])',
  '(?:font-size|height|width)\\s*:\\s*[01](?:px)?\\s*[;"\'!]',
  '(?:left|top|text-indent|margin-left|margin-top)\\s*:\\s*-\\d{3,}',
].map(
  (style) =>
    new RegExp(
      `<([a-z][a-z0-9]{0,20})\\b[^<>]{0,200}?\\bstyle\\s*=\\s*["'][^"'<>]{0,200}?(?:${style})[^<>]{0,300}>`,
      'gi',
    ),
)
/** A link to another site, and its text. */
const externalLink =
  /<a\b[^<>]{0,200}?\bhref\s*=\s*["']?https?:\/\/([^\s"'<>/]{1,200})[^<>]{0,400}>([^<>]{0,200})/gi

const MIN_SPAM_LINKS = 2
/** Maximum number of elements hidden in one way that are searched: menus are hidden too. */
const MAX_HIDDEN_ELEMENTS = 200
const MAX_HIDDEN_ELEMENT_LENGTH = 4_000

/** Whether the page has hidden links to other sites on subjects that this site is not about: its owner did not add them. */
export function hasHiddenSpam(page: Page): boolean {
  const { markup, isText, host } = page
  if (isText || !hasWord(plain(markup), 'spam') || hasWord(subjectOf(page), 'spam')) return false
  const tags = hiddenElementTags.flatMap((pattern) =>
    [...markup.matchAll(pattern)].slice(0, MAX_HIDDEN_ELEMENTS),
  )
  return tags.some(({ 0: tag, 1: name = '', index }) => {
    const inside = markup.slice(index + tag.length, index + MAX_HIDDEN_ELEMENT_LENGTH)
    const end = inside.search(new RegExp(`</${name}\\b`, 'i'))
    return hasSpamLinks(end < 0 ? inside : inside.slice(0, end), host)
  })
}

function hasSpamLinks(markup: string, host: string): boolean {
  const links = [...markup.matchAll(externalLink)]
  const spam = links.filter(([, to = '', text = '']) => to !== host && hasWord(plain(text), 'spam'))
  return spam.length >= MIN_SPAM_LINKS
}

import {
  commandInstruction,
  externalLink,
  hiddenElementTag,
  spamWords,
} from '#gather/content/signatures/walls.ts'
import { type ReadPage, subjectOf } from './read-page.ts'

/** Whether the page is a fake check for robots, which makes visitors run a command. */
export function isFakeRobotCheck(page: ReadPage): boolean {
  const found = commandInstruction.exec(page.text)
  if (found === null || attackSubject.test(subjectOf(page))) return false
  const before = page.text.slice(Math.max(0, found.index - CONTEXT_LENGTH), found.index)
  return /\b(?:human|robot|captcha|cloudflare)\b/i.test(before)
}

const CONTEXT_LENGTH = 400

const MIN_SPAM_LINKS = 2
/** Maximum number of hidden elements that are searched: menus are hidden too. */
const MAX_HIDDEN_ELEMENTS = 200
const MAX_HIDDEN_ELEMENT_LENGTH = 4_000

/** Whether the page has hidden links to other sites on subjects that this site is not about: its owner did not add them. */
export function hasHiddenSpam(page: ReadPage): boolean {
  if (page.isText || !spamWords.test(page.raw) || spamWords.test(subjectOf(page))) return false
  let hidden = 0
  for (const { 0: tag, 1: name = '', index } of page.raw.matchAll(hiddenElementTag)) {
    const inside = page.raw.slice(index + tag.length, index + MAX_HIDDEN_ELEMENT_LENGTH)
    const end = inside.search(new RegExp(`</${name}\\b`, 'i'))
    if (hasSpamLinks(end < 0 ? inside : inside.slice(0, end), page.host)) return true
    hidden += 1
    if (hidden >= MAX_HIDDEN_ELEMENTS) return false
  }
  return false
}

function hasSpamLinks(markup: string, host: string): boolean {
  const links = [...markup.matchAll(externalLink)]
  const spam = links.filter(([, to = '', text = '']) => to !== host && spamWords.test(text))
  return spam.length >= MIN_SPAM_LINKS
}

/** Words in the title or headings of an article about such attacks. */
const attackSubject =
  /\b(?:clickfix|malware|attacks?|scams?|phishing|security|hackers?|campaign)\b/i

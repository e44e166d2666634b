import type { ContentEvidence } from '#evidence/content.ts'
import {
  weighsAsFrameworkError,
  weighsAsPlaceholder,
  weighsAsSoft404,
} from '#evidence/signature-limits.ts'
import { notFoundPhrases } from '#gather/content/signatures/not-found.ts'
import type { PageSignature } from '#gather/content/signatures/page-signature.ts'
import { signatureTables } from '#gather/content/signatures/tables.ts'

type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

/** What the tables compare. Sizes are those of the whole page; strings may be its beginning. */
export interface ReadPage {
  readonly status: number
  readonly bodyBytes: number
  readonly characters: number
  readonly title: string | null
  readonly h1: readonly string[]
  /** As seen, without what stands in quotes or code, white space folded. */
  readonly text: string
  readonly raw: string
}

/** Under a status of success a page that explains a placeholder is as small as one: it has to say little else. */
const maxPlaceholderText = 1000

/** The first signature that the page bears and that its status and size let us believe; null for an ordinary page. */
export function matchSignature(page: ReadPage): SignatureMatch | null {
  const plainPage = {
    ...page,
    title: plain(page.title ?? ''),
    text: plain(page.text),
    raw: plain(page.raw),
  }
  for (const { kind, signatures } of signatureTables) {
    if (!believable(kind, page)) continue
    const found = signatures.find((one) => bears(plainPage, one))
    if (found !== undefined) return { id: found.id, kind }
  }
  const isSoft404 =
    weighsAsSoft404(page.status, page.characters) && [page.title, ...page.h1].some(saysNotFound)
  return isSoft404 ? { id: 'not-found', kind: 'soft404' } : null
}

function believable(kind: 'placeholder' | 'default' | 'error', page: ReadPage): boolean {
  switch (kind) {
    case 'placeholder':
      return (
        weighsAsPlaceholder(page.status, page.bodyBytes) &&
        (page.status >= 400 || page.characters < maxPlaceholderText)
      )
    case 'error':
      return weighsAsFrameworkError(page.status, page.characters)
    case 'default':
      return true
  }
}

function bears(page: { title: string; text: string; raw: string }, one: PageSignature): boolean {
  return (
    (one.title === undefined || page.title === one.title) &&
    (one.titleStart === undefined || page.title.startsWith(one.titleStart)) &&
    (one.titleEnd === undefined || page.title.endsWith(one.titleEnd)) &&
    (one.text ?? []).every((phrase) => page.text.includes(phrase)) &&
    (one.raw ?? []).every((mark) => page.raw.includes(mark)) &&
    (one.source === undefined || page.raw.trim() === one.source)
  )
}

function plain(text: string): string {
  return text.replaceAll('\u2019', "'")
}

/** Between the name of the site and the name of the page. */
const separators =
  /\s+[-\u2010-\u2015]+\s+|[|\u00b7\u2022:\u00ab\u00bb\u203a.,!?/()[\]\u3002\uff01\uff5c]+/u
/** Words of politeness before the message. */
const fillers = /^(?:oops|ooops|whoops|sorry|uh oh|ops|ups|hoppla)\s+/

/** Whether one part of a title or heading says that there is no such page, and nothing else. */
export function saysNotFound(heading: string | null): boolean {
  if (heading === null) return false
  const text = heading.normalize('NFC').toLowerCase().replaceAll('\u2019', "'")
  return [text, ...text.split(separators)].some((part) => {
    const said = part.trim().replace(fillers, '').trim()
    return notFoundPhrases.has(said) || notFoundPhrases.has(said.replace(/^(?:error )?404\s+/, ''))
  })
}

import { Tokenizer } from 'htmlparser2'
import type { Pieces } from '#runtime/turns.ts'

/** Characters in a piece of work, which takes a few milliseconds. */
const PIECE_LENGTH = 8_192

/**
 * The offsets at which the content of those outermost templates begins that contain no other template and are the whole content
 * of their parent. If such a template is a declarative shadow root, its slots show their own content (HTML 4.12.4).
 */
export function* templatesAlone(html: string): Pieces<ReadonlySet<number>> {
  const alone = new Set<number>()
  let depth = 0
  let tag = ''
  /** Where the content of the last outermost template begins; null once it is known not to be alone. */
  let candidate: number | null = null
  const nameAt = (start: number, end: number) =>
    end - start === 'template'.length ? html.slice(start, end).toLowerCase() : ''
  const onContent = (hasContent: boolean) => {
    if (depth === 0 && hasContent) candidate = null
  }
  const onOpenTag = (end: number) => {
    if (depth === 0 || tag === 'template') candidate = null
    if (tag !== 'template') return
    if (depth === 0) candidate = end
    depth += 1
  }
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => onContent(/\S/.test(html.slice(start, end))),
      ontextentity: () => onContent(true),
      onopentagname: (start, end) => {
        tag = nameAt(start, end)
      },
      onopentagend: onOpenTag,
      onselfclosingtag: onOpenTag,
      onclosetag: (start, end) => {
        if (nameAt(start, end) === 'template') {
          depth = Math.max(0, depth - 1)
          return
        }
        if (depth === 0 && candidate !== null) alone.add(candidate)
        onContent(true)
      },
      onattribname: () => {},
      onattribdata: () => {},
      onattribentity: () => {},
      onattribend: () => {},
      ondeclaration: () => {},
      oncdata: () => onContent(true),
      oncomment: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  )
  for (let at = 0; at < html.length; at += PIECE_LENGTH) {
    tokenizer.write(html.slice(at, at + PIECE_LENGTH))
    yield
  }
  return alone
}

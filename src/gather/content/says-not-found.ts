import { notFoundPhrases } from '#gather/content/signatures/not-found.ts'

/** Between the name of the site and the name of the page. */
const separators =
  /\s+[-\u2010-\u2015]+\s+|[|\u00b7\u2022:\u00ab\u00bb\u203a.,!?/()[\]\u3002\uff01\uff5c]+/u
/** What politeness puts around the message. */
const fillers = /^(?:oops|ooops|whoops|sorry|uh oh|ops|ups|hoppla)\s+/

/** Whether a title or heading says, in one of its parts and as all that it says, that there is no such page. */
export function saysNotFound(heading: string | null): boolean {
  if (heading === null) return false
  const plain = heading.normalize('NFC').toLowerCase().replaceAll('\u2019', "'")
  return [plain, ...plain.split(separators)].some((part) => {
    const said = part.trim().replace(fillers, '').trim()
    return notFoundPhrases.has(said) || notFoundPhrases.has(said.replace(/^(?:error )?404\s+/, ''))
  })
}

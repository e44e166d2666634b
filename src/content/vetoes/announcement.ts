// A separate file: one veto a file.
import type { Page, Places } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'

/** Whether the page announces something for another day, or offers maintenance or land; what it says is not about now. */
export function isAnnouncement(_: Page, places: Places): boolean {
  const [text = ''] = places.text
  if (hasWord(text, 'maintenance-contracts') || hasWord(text, 'estates')) return true
  if (hasWord(text, 'now')) return false
  return text.split(/(?<=[.!?\u3002])\s/u).some(announcesDay)
}

function announcesDay(sentence: string): boolean {
  const namesDay =
    hasWord(sentence, 'weekdays') || (hasWord(sentence, 'months') && /\d/.test(sentence))
  return (
    namesDay &&
    hasWord(sentence, 'future') &&
    hasWord(sentence, 'maintenance') &&
    !hasWord(sentence, 'returns')
  )
}

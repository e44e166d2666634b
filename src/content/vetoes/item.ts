import type { Page, Places } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { namesPrice } from '#content/text.ts'

/**
 * Whether the page presents an item that its words may name: something with a price, a place with opening hours, a work of art, a
 * game, or a lesson.
 */
export function isAboutItem(page: Page, places: Places): boolean {
  const own = page.lines.filter(({ quoted }) => !quoted)
  return (
    own.some(({ text }) => namesPrice(text)) ||
    places.line.some((one) => hasWord(one, 'works') || hasWord(one, 'closed-places')) ||
    places.title.some((one) => hasWord(one, 'lessons')) ||
    places.name.some(isNumbered) ||
    isTextGame(places.text[0] ?? '')
  )
}

/** Whether a number that may be that of a status is among other words: the number of a road, a room or a model. */
function isNumbered(name: string): boolean {
  const words = name.match(/[\p{L}\d_]+/gu) ?? []
  const others = words.filter((word) => !/^\d+$/.test(word))
  const isStatus = words.some((word) => /^[45]\d\d$/.test(word))
  return isStatus && others.length > 0 && !hasWord(name, 'statuses')
}

const gameWords = [
  /\byou (?:stand|are (?:in|at|on) (?:a|an|the)|wake up|find yourself|enter|see (?:a|an|the)|hear|fall|carry)\b/,
  /\bexits?\b.{0,20}\b(?:to|are|north|south|east|west)\b|\bgo (?:north|south|east|west)\b|\binventory\b/,
  /\bgame over\b|\bhigh ?score\b|\blives? left\b|\bplayer \d\b|\bpress (?:start|any key)\b|\badventure\b|\bdungeons?\b/,
]
const MIN_GAME_PHRASES = 2
const MAX_GAME_SAMPLE = 4_000

function isTextGame(text: string): boolean {
  const start = text.slice(0, MAX_GAME_SAMPLE)
  return gameWords.filter((one) => one.test(start)).length >= MIN_GAME_PHRASES
}

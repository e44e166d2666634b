import type { LinksEvidence } from '#evidence/links.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Random } from '#runtime/random.ts'
import { parseTarget, type Target } from '#target/target.ts'
import { askLink, type LinkAsker } from './check.ts'

/** Of a path that nobody has made: 128 bits would be no safer, and 64 are not met by chance. */
const NAME_BYTES = 8

/**
 * Asks the page's origin for a path that cannot exist. A server that answers it with 200 answers everything so (the
 * fallback of a single-page application), and its links prove no more than that it is there.
 */
export async function askControl(
  page: Target,
  random: Random,
  asker: LinkAsker,
  deadline: Deadline,
): Promise<LinksEvidence['control_probe']> {
  const name = Array.from(random.bytes(NAME_BYTES), hexOf).join('')
  const parsed = parseTarget(`${page.origin}/${name}`)
  if (parsed.status === 'refused' || deadline.signal.aborted) return null
  const { journey } = await askLink(parsed.target, 'GET', 'once', asker, deadline)
  const status = journey.last.answer?.status ?? null
  return { status, spa_fallback: status === 200 }
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

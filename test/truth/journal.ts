import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Case, type Check, noFault, runCheck } from './measure.ts'
import type { World } from './world.ts'

/** The completed checks. A file adds those of earlier runs, so that a long measurement can be made in parts. */
export interface Journal {
  /** Makes the n-th check of a case, counted from 0, unless it has been made. */
  make(one: Case, n: number): Promise<void>
  isMade(one: Case, n: number): boolean
  /** Checks of a case in the order of their numbers. */
  checksOf(one: Case): readonly Check[]
}

/** The file has one line per check. A measurement of a changed product needs a new file. */
export function openJournal(file: string | undefined, world: World): Journal {
  const made = new Map<string, Check>()
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true })
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { key, ...result }: Check & { readonly key: string } = JSON.parse(line)
      made.set(key, result)
    }
  }
  const sites = new Map<string, Promise<string>>()
  const siteOf = (one: Case, n: number): Promise<string> => {
    const label = labelOf(one, n)
    const site = sites.get(label) ?? world.deploy(one.page, one.fault, label)
    sites.set(label, site)
    return site
  }
  return {
    make: async (one, n) => {
      const key = keyOf(one, n)
      if (made.has(key)) return
      const result = await runCheck(one, world, await siteOf(one, n))
      made.set(key, result)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ key, ...result })}\n`)
    },
    isMade: (one, n) => made.has(keyOf(one, n)),
    checksOf: (one) =>
      [...made]
        .filter(([key]) => key.startsWith(`${caseOf(one)} `))
        .sort(([a], [b]) => numberIn(a) - numberIn(b))
        .map(([, result]) => result),
  }
}

function caseOf({ fault, page, tool }: Case): string {
  return `${fault.id} ${page.id} ${tool}`
}

function keyOf(one: Case, n: number): string {
  return `${caseOf(one)} ${n}`
}

function numberIn(key: string): number {
  return Number(key.slice(key.lastIndexOf(' ')))
}

/**
 * The label is the same in each run and contains no words that a rule could read. A fault may change with each request, so
 * each check of it has a separate site; a healthy page keeps its URL, which its digest contains.
 */
function labelOf(one: Case, n: number): string {
  const name = one.fault === noFault ? one.page.id : keyOf(one, n)
  return createHash('sha256').update(name).digest('hex').slice(0, 10)
}

import { readFileSync } from 'node:fs'
import { digits, goalText, isMissed, type Result } from './results.ts'

/** All numbers of a run, as in its JSON file. */
export interface Run {
  readonly at: string
  readonly machine: Readonly<Record<string, string>>
  readonly results: readonly Result[]
}

/** Reads an earlier run. Throws, with the right kind of file in the message, if the file is something else. */
export function readRun(file: string): Run {
  try {
    const run: Run = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(run.results)) return run
  } catch (cause) {
    throw new TypeError(notARun(file), { cause })
  }
  throw new TypeError(notARun(file))
}

const notARun = (file: string) =>
  `${file} is not the JSON of a run: each run writes one to dist/bench and prints its name.`

/** The run as Markdown, beside the numbers of an earlier one. */
export function tableOf({ at, machine, results }: Run, before: Run | null): string {
  const facts = Object.entries(machine).map(([name, value]) => `${name} ${value}`)
  const heads = [
    '',
    'median (× time, processor time and memory: less is better; × rate: more)',
    'quartiles',
    'goal',
    ...(before === null ? [] : [`of ${before.at}`, 'change']),
  ]
  const rows = results.map((result) => [
    result.name,
    `${digits(result.value)} ${result.unit}`,
    result.spread === null ? '' : result.spread.map(digits).join(' to '),
    `${goalText(result.goal)}${isMissed(result) ? ' **missed**' : ''}`,
    ...(before === null ? [] : changeOf(result, before)),
  ])
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [`${at}, ${facts.join(', ')}`, '', ...lines, ''].join('\n')
}

/** The other run's median, and the change; marked where the quartiles of both runs do not overlap. */
function changeOf({ name, value, unit, spread }: Result, before: Run): string[] {
  const other = before.results.find((result) => result.name === name && result.unit === unit)
  if (other === undefined) return ['', '']
  const percent = Math.round((value / other.value - 1) * 100)
  const [low, high] = spread ?? [value, value]
  const [otherLow, otherHigh] = other.spread ?? [other.value, other.value]
  const differs = low > otherHigh || high < otherLow
  return [digits(other.value), `${percent > 0 ? '+' : ''}${percent} %${differs ? ' **!**' : ''}`]
}

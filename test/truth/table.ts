import type { Measured, Outcome } from './measure.ts'

const columns: readonly Outcome[] = [
  'as wanted',
  'stronger',
  'weaker',
  'missed',
  'false positive',
  'no report',
]

/** Outcomes by class and by tool as Markdown, then each case that was neither as wanted nor stronger, or whose checks differ. */
export function tableOf(measured: readonly Measured[]): string {
  const faulty = measured.filter(({ wanted }) => wanted !== 'PASS')
  const healthy = measured.filter(({ wanted }) => wanted === 'PASS')
  const checks = measured.reduce((sum, one) => sum + one.checks, 0)
  return [
    '| class | cases | as wanted | stronger | weaker | missed | false positive | no report |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...groupsOf(measured, ({ group }) => group),
    ...groupsOf(
      measured,
      ({ tool, wanted }) => `${tool}, ${wanted === 'PASS' ? 'healthy' : 'faulty'}`,
    ),
    '',
    `Faulty: ${faulty.length}, as wanted or stronger ${percent(faulty, isRight)}, missed ${percent(faulty, ({ outcome }) => outcome === 'missed')}.`,
    `Healthy: ${healthy.length}, false positives ${percent(healthy, ({ outcome }) => outcome === 'false positive')}.`,
    ...(checks === measured.length ? [] : [repetitions(measured, checks)]),
    '',
    ...measured.filter((one) => !isRight(one) || one.differing.length > 0).map(line),
  ].join('\n')
}

function groupsOf(measured: readonly Measured[], keyOf: (one: Measured) => string): string[] {
  const keys = [...new Set(measured.map(keyOf))]
  return keys.map((key) => {
    const ones = measured.filter((one) => keyOf(one) === key)
    const counts = columns.map((column) => ones.filter(({ outcome }) => outcome === column).length)
    return `| ${[key, ones.length, ...counts].join(' | ')} |`
  })
}

/** Cases, checks and differences of each tool. */
function repetitions(measured: readonly Measured[], checks: number): string {
  const byTool = [...new Set(measured.map(({ tool }) => tool))].map((tool) => {
    const ones = measured.filter((one) => one.tool === tool)
    const all = ones.reduce((sum, one) => sum + one.checks, 0)
    const differing = ones.reduce((sum, one) => sum + one.differing.length, 0)
    const fewest = Math.min(...ones.map((one) => one.checks))
    return `${tool}: ${ones.length} cases, at least ${fewest} checks of each, ${all} in all, ${differing} different from the first.`
  })
  return [`Checks: ${checks}.`, ...byTool].join('\n')
}

export function isRight({ outcome }: Measured): boolean {
  return outcome === 'as wanted' || outcome === 'stronger'
}

function percent(ones: readonly Measured[], which: (one: Measured) => boolean): string {
  const found = ones.filter(which).length
  return `${found} (${ones.length === 0 ? 0 : ((100 * found) / ones.length).toFixed(1)} %)`
}

function line(one: Measured): string {
  const codes = [...one.findings, ...one.notes.map((note) => `(${note})`)].join(' ')
  const differing =
    one.differing.length === 0 ? '' : ` DIFFERS ${[...new Set(one.differing)].join(' / ')}`
  return `${one.outcome.padEnd(14)} ${one.fault} on ${one.page} by ${one.tool}: wanted ${one.wanted}, got ${one.got} ${codes} ${one.says.slice(0, 200)}${differing}`
}

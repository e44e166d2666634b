import type { Measured, Outcome } from './measure.ts'

const columns: readonly Outcome[] = [
  'as wanted',
  'stronger',
  'weaker',
  'silent',
  'wrong alarm',
  'no report',
]

/** Outcomes by class and by tool as Markdown, then each case that was neither as wanted nor stronger, or whose checks differ. */
export function tableOf(measured: readonly Measured[]): string {
  const faulty = measured.filter(({ wanted }) => wanted !== 'PASS')
  const healthy = measured.filter(({ wanted }) => wanted === 'PASS')
  const looks = measured.reduce((sum, one) => sum + one.looks, 0)
  return [
    '| class | cases | as wanted | stronger | weaker | silent PASS | wrong alarm | no report |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...groupsOf(measured, ({ group }) => group),
    ...groupsOf(
      measured,
      ({ tool, wanted }) => `${tool}, ${wanted === 'PASS' ? 'healthy' : 'faulty'}`,
    ),
    '',
    `Faulty: ${faulty.length}, as wanted or stronger ${percent(faulty, isRight)}, silent ${percent(faulty, ({ outcome }) => outcome === 'silent')}.`,
    `Healthy: ${healthy.length}, wrong alarms ${percent(healthy, ({ outcome }) => outcome === 'wrong alarm')}.`,
    ...(looks === measured.length ? [] : [repetitions(measured, looks)]),
    '',
    ...measured.filter((one) => !isRight(one) || one.unlike.length > 0).map(line),
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
function repetitions(measured: readonly Measured[], looks: number): string {
  const byTool = [...new Set(measured.map(({ tool }) => tool))].map((tool) => {
    const ones = measured.filter((one) => one.tool === tool)
    const all = ones.reduce((sum, one) => sum + one.looks, 0)
    const unlike = ones.reduce((sum, one) => sum + one.unlike.length, 0)
    const fewest = Math.min(...ones.map((one) => one.looks))
    return `${tool}: ${ones.length} cases, at least ${fewest} looks at each, ${all} in all, ${unlike} unlike the first.`
  })
  return [`Looks: ${looks}.`, ...byTool].join('\n')
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
  const unlike = one.unlike.length === 0 ? '' : ` UNLIKE ${[...new Set(one.unlike)].join(' / ')}`
  return `${one.outcome.padEnd(11)} ${one.fault} on ${one.page} by ${one.tool}: wanted ${one.wanted}, got ${one.got} ${codes} ${one.says.slice(0, 200)}${unlike}`
}

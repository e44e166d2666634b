import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { tableLines } from '#cli/output/table.ts'
import { jsonText, sanitize, type Terminal, wrap } from '#cli/output/terminal.ts'
import type { UnknownGroup } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { ageText, timeOf } from '#runtime/time-text.ts'
import {
  type InstanceStatus,
  notRunningLines,
  type RunningInstance,
  readStatus,
  type StatusFacts,
} from './local-status.ts'
import { stateOf, type ToolRow } from './tool-lines.ts'

/** `urlwitness status`. Exit 0 when a service runs and responds, 1 when none runs, 4 when one runs but does not respond. */
export async function status(
  { json }: { readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { terminal } = context
  const facts = await readStatus(context)
  if (json) terminal.out.write(`${jsonText(statusJson(facts))}\n`)
  else terminal.out.write([...statusLines(facts, terminal), ''].join('\n'))
  if (!facts.isHeld) return exitCode.issue
  return facts.running.some((instance) => instance.status !== null)
    ? exitCode.pass
    : exitCode.failed
}

function statusJson(facts: StatusFacts): object {
  const { database, dataDir, dataDirFrom, isHeld, running, gone, ledger } = facts
  return {
    database,
    data_dir: dataDir,
    data_dir_from: dataDirFrom,
    running: isHeld,
    unknown: ledger?.unknown.map(({ amountAtomic, since, ...group }) => ({
      ...group,
      amount_usd: atomicToUsd(amountAtomic),
      amount_atomic: amountAtomic.toString(),
      since: timeOf(since),
    })),
    jobs: ledger?.jobs,
    tools: ledger?.tools,
    gone: gone.map(({ pid, startedAt }) => ({ pid, started_at: timeOf(startedAt) })),
    services: running.map(({ status: reported, startedAt, baseUrl, ...instance }) => ({
      ...instance,
      base_url: baseUrl,
      started_at: timeOf(startedAt),
      answers: reported !== null,
      ...(reported === null
        ? {}
        : { draining: reported.draining, ready: reported.ready, browsers: reported.browsers }),
    })),
  }
}

function statusLines(facts: StatusFacts, { out, paint }: Terminal): readonly string[] {
  const { ledger, isHeld, running, now } = facts
  const width = Math.max(40, out.columns)
  const wrapText = (text: string) => wrap(sanitize(text), width)
  const lines = ledger === null ? [] : unknownLines(ledger.unknown).flatMap(wrapText)
  const painted = (ledger?.unknown.length ?? 0) > 0 ? lines.map(paint.yellow) : lines
  if (!isHeld) painted.push(...notRunningLines(facts).flatMap(wrapText))
  if (isHeld && running.length === 0) {
    painted.push(
      ...wrapText(
        `A service uses ${facts.dataDir}: it is starting, or is another version of urlwitness.`,
      ),
    )
  }
  for (const instance of running) painted.push('', ...serviceLines(instance, now).flatMap(wrapText))
  if (ledger === null) return painted
  const { jobs } = ledger
  const rows = ledger.tools.map((row) => [row.tool, row.price_usd, saleText(row, running)])
  const [head = '', ...body] = tableLines(columns, rows, width)
  return [
    ...painted,
    '',
    paint.dim(head),
    ...body,
    '',
    `Jobs in the ledger: ${jobs.running} running, ${jobs.settling} settling`,
  ]
}

function unknownLines(groups: readonly UnknownGroup[]): readonly string[] {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  if (count === 0) return ['Unknown settlements: none']
  return [
    `Unknown settlements: ${count}, whose payment may have been made`,
    '→ urlwitness ledger summary',
  ]
}

const columns = [{ title: 'tool' }, { title: 'USD', right: true }, { title: 'state' }]

/**
 * The sale state of a tool, as the service reports it: the settings of this command line may differ. Without a service that responds
 * a tool is only enabled.
 */
function saleText(row: ToolRow, running: readonly RunningInstance[]): string {
  const states = running.flatMap((instance) => instance.status?.ready.tools[row.tool] ?? [])
  const [state] = states
  if (row.paused) return stateOf(row)
  if (state === undefined) return row.enabled ? 'enabled' : stateOf(row)
  if (states.some(({ available }) => available)) return 'for sale'
  return `not for sale: ${state.code ?? 'unknown'}`
}

function serviceLines(
  { status: reported, ...service }: RunningInstance,
  now: number,
): readonly string[] {
  const { version, pid, mode, shared, startedAt, baseUrl, listening, admin } = service
  const head = `urlwitness ${version}, pid ${pid}, ${mode}${shared ? ', shared' : ''}, started ${ageText(now - startedAt)} ago`
  const addresses = `  ${baseUrl}, listening on ${listening}, admin ${admin ?? 'not available (admin_listen is taken)'}`
  if (reported === null) {
    return [
      head,
      addresses,
      '  does not respond: it hangs, was killed, has no admin listener, or runs on another machine',
    ]
  }
  const { jobs, parts } = reported.ready
  // A ledger on a database server is shown even when it works, with its engine and its latency.
  const notedParts = Object.entries(parts).filter(
    ([name, { ok, detail }]) => !ok || (name === 'ledger' && detail !== null),
  )
  const browser = parts['browser']
  return [
    head,
    addresses,
    `  ${readyText(reported)}, jobs ${jobs.running} of ${jobs.limit}`,
    ...(reported.browsers === null || browser === undefined
      ? []
      : [
          `  browser ${browser.ok ? 'ready' : 'not ready'}, pages ${reported.browsers.busy} of ${reported.browsers.limit}, starts ${reported.browsers.started}, jobs ${reported.browsers.jobs}`,
        ]),
    ...notedParts.map(([name, { detail }]) => `  ${name}: ${detail ?? 'not ok'}`),
  ]
}

function readyText({ draining, ready }: InstanceStatus): string {
  if (draining) return 'draining'
  return ready.ready ? 'ready' : 'not ready'
}

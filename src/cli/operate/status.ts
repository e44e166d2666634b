import { z } from 'zod'
import { boundedText, parseJson } from '#cli/client/service-client.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { tableLines } from '#cli/output/table.ts'
import { clean, jsonText, type Terminal, wrap } from '#cli/output/terminal.ts'
import type { UnknownGroup } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { ageText, timeOf } from '#runtime/time-text.ts'
import type { Instance } from '#store/instances/instances.ts'
import { stateOf, type ToolRow } from './tool-lines.ts'

/** What a service says of itself on its admin listener (`GET /status`); one of another version may say more. */
const saidShape = z.object({
  id: z.string(),
  draining: z.boolean(),
  ready: z.object({
    ready: z.boolean(),
    parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().nullable() })),
    tools: z.record(z.string(), z.object({ available: z.boolean(), code: z.string().nullable() })),
    jobs: z.object({ running: z.int(), limit: z.int() }),
  }),
  browsers: z.object({ busy: z.int(), limit: z.int(), started: z.int(), jobs: z.int() }).nullable(),
})
export type InstanceStatus = z.infer<typeof saidShape>

/** A service on the data folder; `said` is null when it does not answer. */
export interface Running extends Instance {
  readonly said: InstanceStatus | null
}

// It looks at the facilitator meanwhile, and gives that two seconds.
const ASK_MS = 4_000

/** Asks a service what it is doing. Null when nobody answers there, or somebody else does. */
export async function askInstance(
  { admin, id }: Instance,
  world: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
): Promise<InstanceStatus | null> {
  if (admin === null) return null
  const deadline = deadlineAfter(world.clock, ASK_MS)
  try {
    const { signal } = deadline
    const answer = await world.fetch(`http://${admin}/status`, { redirect: 'manual', signal })
    const said = saidShape.safeParse(parseJson(await boundedText(answer)))
    return said.success && said.data.id === id ? said.data : null
  } catch {
    return null // Refused, or too late: that it does not answer is what is to be told.
  } finally {
    deadline.close()
  }
}

export interface StatusFacts {
  readonly now: number
  readonly dataDir: string
  /** Whether the lock of the folder is held. */
  readonly isHeld: boolean
  /** Of a held folder, the latest first. */
  readonly running: readonly Running[]
  /** Null where there is no ledger yet. */
  readonly ledger: {
    readonly unknown: readonly UnknownGroup[]
    readonly jobs: { readonly running: number; readonly settling: number }
    readonly tools: readonly ToolRow[]
  } | null
}

/** `urlwitness status`: what may have cost somebody money first, then what runs. */
export function status(facts: StatusFacts, options: { json: boolean }, terminal: Terminal): number {
  if (options.json) terminal.out.write(`${jsonText(jsonOf(facts))}\n`)
  else terminal.out.write([...linesOf(facts, terminal), ''].join('\n'))
  if (!facts.isHeld) return exitCode.issue
  return facts.running.some(({ said }) => said !== null) ? exitCode.pass : exitCode.failed
}

function jsonOf({ dataDir, isHeld, running, ledger }: StatusFacts): object {
  return {
    data_dir: dataDir,
    running: isHeld,
    unknown: ledger?.unknown.map(({ reason, count, network, asset, amountAtomic, since }) => ({
      ...{ reason, count, network, asset },
      amount_usd: atomicToUsd(amountAtomic),
      amount_atomic: amountAtomic.toString(),
      since: timeOf(since),
    })),
    jobs: ledger?.jobs,
    tools: ledger?.tools,
    services: running.map(({ said, startedAt, baseUrl, ...instance }) => ({
      ...instance,
      base_url: baseUrl,
      started_at: timeOf(startedAt),
      answers: said !== null,
      ...(said === null
        ? {}
        : { draining: said.draining, ready: said.ready, browsers: said.browsers }),
    })),
  }
}

function linesOf(facts: StatusFacts, { out, paint }: Terminal): readonly string[] {
  const { ledger, dataDir, isHeld, running, now } = facts
  const width = Math.max(40, out.columns)
  const told = (text: string) => wrap(clean(text), width)
  const lines = ledger === null ? [] : unknownLines(ledger.unknown).flatMap(told)
  const painted = (ledger?.unknown.length ?? 0) > 0 ? lines.map(paint.yellow) : lines
  if (!isHeld) painted.push(...told(`No service runs on ${dataDir}. Start one: urlwitness serve`))
  if (isHeld && running.length === 0) {
    painted.push(...told(`A service holds ${dataDir}, and is starting or of another version.`))
  }
  for (const one of running) painted.push('', ...serviceLines(one, now).flatMap(told))
  if (ledger === null) return painted
  const { jobs } = ledger
  const rows = ledger.tools.map((row) => [row.tool, row.price_usd, saleOf(row, running)])
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
    `Unknown settlements: ${count}, whose money may have moved`,
    '→ urlwitness ledger summary',
  ]
}

const columns = [{ title: 'tool' }, { title: 'USD', right: true }, { title: 'state' }]

/** The service's own word where it gives one: the settings of this command line may be others. */
function saleOf(row: ToolRow, running: readonly Running[]): string {
  const words = running.flatMap(({ said }) => said?.ready.tools[row.tool] ?? [])
  const [word] = words
  if (word === undefined || row.paused) return stateOf(row)
  if (words.some(({ available }) => available)) return 'for sale'
  return `not for sale: ${word.code ?? 'unknown'}`
}

function serviceLines({ said, ...service }: Running, now: number): readonly string[] {
  const { version, pid, mode, shared, startedAt, baseUrl, listening, admin } = service
  const head = `urlwitness ${version}, pid ${pid}, ${mode}${shared ? ', shared' : ''}, started ${ageText(now - startedAt)} ago`
  const places = `  ${baseUrl}, listening on ${listening}, admin ${admin ?? 'not available (admin_listen is taken)'}`
  if (said === null) {
    return [head, places, '  does not answer: it hangs, was killed, or has no admin listener']
  }
  const { jobs, parts } = said.ready
  const broken = Object.entries(parts).filter(([, part]) => !part.ok)
  const browser = parts['browser']
  return [
    head,
    places,
    `  ${readyWord(said)}, jobs ${jobs.running} of ${jobs.limit}`,
    ...(said.browsers === null || browser === undefined
      ? []
      : [
          `  browser ${browser.ok ? 'ready' : 'not ready'}, ${said.browsers.busy} of ${said.browsers.limit} pages, ${said.browsers.started} started, ${said.browsers.jobs} jobs`,
        ]),
    ...broken.map(([name, { detail }]) => `  ${name}: ${detail ?? 'not ok'}`),
  ]
}

function readyWord({ draining, ready }: InstanceStatus): string {
  if (draining) return 'draining'
  return ready.ready ? 'ready' : 'not ready'
}

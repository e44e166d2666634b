import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { testSettings } from '#test/equipment/service/service.ts'
import { noFault } from '#test/truth/measure.ts'
import { loadPage, pages } from '#test/truth/page.ts'
import { openWorld } from '#test/truth/world.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { median } from './load.ts'

// The cost of one call of each tool on a machine that sells as much as it can, without payment: processor time and memory of
// the service and its Chrome together, on real pages over an internet on loopback, with as many calls at a time as there are
// browser jobs. The small servers of the pages are in the same process, and so are included. `npm run bench -- machine
// [pages]`. The page for operators calculates with these numbers (src/discovery/capacity.ts).
const most = Number(process.argv[2] ?? 25)
const TICK_MS = 10
const { browserJobs: atOnce } = testSettings({}, { dns: { address: '127.0.0.1:53' } }).limits

interface Call {
  readonly tookMs: number
  readonly fromTarget: number
  readonly report: number
}

await using world = await openWorld()
const chosen = pages.filter(({ defect, from }) => defect === undefined && from === 'npm')
const sites: string[] = []
for (const page of chosen.slice(0, most).map(loadPage)) {
  sites.push(await world.deploy(page, noFault, `page${sites.length}`))
}
// Each browser has run jobs before it is measured.
for (const tool of tools) await callsOf(tool)
const idleMb = memoryMb()
console.log(`idle with a warm browser: ${idleMb.toFixed(0)} MB`)
for (const tool of tools) {
  const before = processorMs()
  const began = performance.now()
  const calls = await callsOf(tool)
  const perCall = (processorMs() - before) / sites.length
  const perSecond = (calls.length * 1000) / (performance.now() - began)
  const middle = (of: (call: Call) => number) => median(calls.map(of))
  console.log(
    `${tool}: ${calls.length} of ${sites.length} calls made a report, ${atOnce} at a time, ${perSecond.toFixed(2)} a second`,
  )
  console.log(
    `  ${perCall.toFixed(0)} ms of processor each, in ${middle(({ tookMs }) => tookMs).toFixed(0)} ms (median)`,
  )
  console.log(
    `  ${(middle(({ fromTarget }) => fromTarget) / 1024).toFixed(0)} KB from the target, ${(middle(({ report }) => report) / 1024).toFixed(1)} KB of report`,
  )
  const peakMb = await peakMbOf(() => callsOf(tool))
  console.log(`  ${((peakMb - idleMb) / atOnce).toFixed(0)} MB for each of them at the peak`)
}

/** One call for each site. */
async function callsOf(tool: Tool): Promise<readonly Call[]> {
  const left = [...sites]
  const calls: Call[] = []
  const caller = async () => {
    for (let site = left.pop(); site !== undefined; site = left.pop()) {
      const call = await callOf(tool, site)
      if (call !== null) calls.push(call)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return calls
}

async function callOf(tool: Tool, url: string): Promise<Call | null> {
  const began = performance.now()
  const report = await world.check(tool, url)
  const tookMs = performance.now() - began
  if (typeof report === 'string') return null
  // Limits of transfers have the same names as the transferred sizes.
  const { limits: _limits, ...seen } = report
  const text = JSON.stringify(seen)
  const sizes = [...text.matchAll(/"(?:transfer_bytes|body_bytes_wire)":(\d+)/g)]
  return {
    tookMs,
    fromTarget: sizes.reduce((sum, [, bytes]) => sum + Number(bytes), 0),
    report: JSON.stringify(report).length,
  }
}

/** Separate calls, because reading the memory of Chrome takes processor time, too. */
async function peakMbOf(calls: () => Promise<unknown>): Promise<number> {
  let peak = memoryMb()
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryMb())
  }, 200)
  await calls()
  clearInterval(sampling)
  return peak
}

/** This process and all its descendants. */
function family(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : null
    if (stat !== null) parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid)
    return pid === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  return [...parents.keys()].filter(isOurs)
}

/** Processor time, including that of processes that have ended. */
function processorMs(): number {
  const ticks = family().map((pid) => {
    const columns = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ') ?? []
    return [11, 12, 13, 14].reduce((sum, column) => sum + Number(columns[column] ?? 0), 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS
}

/** Memory in MiB. Pages that processes share count once for all of them. */
function memoryMb(): number {
  const kilobytes = family().map((pid) => {
    const share = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')
    return Number(share?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

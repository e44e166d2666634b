import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { noFault } from '#test/truth/measure.ts'
import { loadPage, pages } from '#test/truth/page.ts'
import { openWorld } from '#test/truth/world.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { median } from './load.ts'

// What one call of each tool takes of a machine, payment aside: processor time and memory of the service and its Chrome together, on
// real pages over an internet on loopback, one call at a time. The small servers of the pages are in the same process, and so
// counted. `npm run bench -- machine [pages]`. The page for operators calculates with these numbers (src/discovery/capacity.ts).
const most = Number(process.argv[2] ?? 25)
const TICK_MS = 10

interface Use {
  readonly cpuMs: number
  readonly wallMs: number
  readonly fromTarget: number
  readonly report: number
}

await using world = await openWorld()
const chosen = pages.filter(({ defect, from }) => defect === undefined && from === 'npm')
const sites: string[] = []
for (const page of chosen.slice(0, most).map(loadPage)) {
  sites.push(await world.deploy(page, noFault, `page${sites.length}`))
}
const [first = ''] = sites
for (const tool of tools) for (let warm = 0; warm < 5; warm += 1) await world.check(tool, first)
console.log(`idle with a warm browser: ${memoryMb().toFixed(0)} MB`)
for (const tool of tools) {
  const uses: Use[] = []
  for (const site of sites) {
    const use = await useOf(tool, site)
    if (use !== null) uses.push(use)
  }
  const middle = (of: (use: Use) => number) => median(uses.map(of))
  const mean = uses.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / uses.length
  console.log(`${tool}: median of ${uses.length} pages`)
  console.log(
    `  ${middle((use) => use.cpuMs).toFixed(0)} ms of processor (mean ${mean.toFixed(0)}) in ${middle((use) => use.wallMs).toFixed(0)} ms`,
  )
  console.log(
    `  ${(middle((use) => use.fromTarget) / 1024).toFixed(0)} KB from the target, ${(middle((use) => use.report) / 1024).toFixed(1)} KB of report`,
  )
  const peaks: number[] = []
  for (const site of sites.slice(0, 5)) peaks.push(await peakMbOf(tool, site))
  console.log(`  ${median(peaks).toFixed(0)} MB at most, the service and its browser together`)
}

async function useOf(tool: Tool, url: string): Promise<Use | null> {
  const before = processorMs()
  const began = performance.now()
  const report = await world.check(tool, url)
  const cpuMs = processorMs() - before
  if (typeof report === 'string') return null
  // Limits of transfers have names like those of what was transferred.
  const { limits: _limits, ...seen } = report
  const text = JSON.stringify(seen)
  const sizes = [...text.matchAll(/"(?:transfer_bytes|body_bytes_wire)":(\d+)/g)]
  return {
    cpuMs,
    wallMs: performance.now() - began,
    fromTarget: sizes.reduce((sum, [, bytes]) => sum + Number(bytes), 0),
    report: JSON.stringify(report).length,
  }
}

/** A call by itself: reading the memory of Chrome takes processor time, too. */
async function peakMbOf(tool: Tool, url: string): Promise<number> {
  let peak = memoryMb()
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryMb())
  }, 200)
  await world.check(tool, url)
  clearInterval(sampling)
  return peak
}

/** This process and all below it. */
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

/** Of processes that have ended too. */
function processorMs(): number {
  const ticks = family().map((pid) => {
    const columns = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ') ?? []
    return [11, 12, 13, 14].reduce((sum, column) => sum + Number(columns[column] ?? 0), 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS
}

/** Pages that processes share count once for all of them. */
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

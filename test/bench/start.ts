import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startProgram } from '#test/equipment/program/program.ts'
import { pack } from '../../build/pack.ts'
import { buildProgram } from '../../build/program/program.ts'
import { executableFile, hostTarget, root } from '../../build/target.ts'
import { median } from './load.ts'

// Time from the start of the built executable until it listens, and its idle memory, compared with a bare Hono
// server in the same kind of executable, in turns. Processor time is the measure that does not depend on other load.
const rounds = Number(process.argv[2] ?? 11)
const idleMs = 3_000
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const ours = join(root, executableFile(hostTarget()))
if (!existsSync(ours)) {
  console.log('start: no executable; npm run build makes it')
  process.exit()
}
const bare = 'dist/bench-bare'
const bareProgram = `${bare}-program`
const entry = 'test/bench/bare-server.ts'
await buildProgram({
  folder: bareProgram,
  executableOf: hostTarget(),
  codeCache: true,
  rehearsal: [],
  entry,
})
await pack({ target: hostTarget(), node: process.execPath, program: bareProgram, output: bare })

interface Start {
  readonly ms: number
  readonly cpuMs: number
  readonly mib: number
}

async function start(file: string, args: readonly string[], idle: boolean): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-bench-'))
  const env = { URLWITNESS_DATA_DIR: folder, URLWITNESS_LISTEN: '127.0.0.1:0', ...probeOnly }
  const began = performance.now()
  await using program = startProgram(file, args, env)
  await program.says(/ at http:\S+ /)
  const ms = performance.now() - began
  const cpuMs = processorMs(program.pid)
  if (idle) await new Promise((resolve) => setTimeout(resolve, idleMs))
  const mib = residentMib(program.pid)
  await program.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
  return { ms, cpuMs, mib }
}

// A Chrome that starts at the same time would be measured too.
const probeOnly = {
  URLWITNESS_RENDER_PAGE_ENABLED: 'false',
  URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
}

/** All threads, user and system; proc(5), fields 14 and 15. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

const starts = { ours: [] as Start[], bare: [] as Start[] }
await start(ours, ['serve'], false)
await start(join(root, bare), [], false)
for (let round = 0; round < rounds; round += 1) {
  const idle = round < 3
  starts.ours.push(await start(ours, ['serve'], idle))
  starts.bare.push(await start(join(root, bare), [], idle))
}
rmSync(join(root, bare))

const value = (who: keyof typeof starts, what: keyof Start) =>
  median(starts[who].slice(0, what === 'mib' ? 3 : rounds).map((one) => one[what]))
for (const [what, unit, limit] of [
  ['ms', 'ms to listening', 'at most 150 ms'],
  ['cpuMs', 'ms of processor time by then', null],
  ['mib', 'MiB resident, idle', 'at most 110 MiB'],
] as const) {
  const [own, other] = [value('ours', what), value('bare', what)]
  const goal = limit === null ? '' : ` (${limit})`
  console.log(
    `start ours ${own.toFixed(0)}, bare Hono ${other.toFixed(0)} ${unit}, ratio ${(own / other).toFixed(2)}${goal}`,
  )
}

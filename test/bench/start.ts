import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startProgram } from '#test/equipment/program/program.ts'
import { pack } from '../../build/pack.ts'
import { buildProgram, programFiles } from '../../build/program/program.ts'
import { executableFile, hostTarget, root } from '../../build/target.ts'
import { compared, type Goal, measured } from './results.ts'

// Time from the start of the built executable until it listens, and its idle memory, compared with a bare Hono server in the
// same kind of executable, in alternation. Processor time is the measure that does not depend on other load. Then how much
// longer the first probe of a process takes than the second.
const rounds = Number(process.argv[2] ?? 11)
/** By then V8 has returned the memory of the start; earlier, ours has 10 MiB more. */
const idleMs = 12_000
const idleRounds = 3
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

/** Processor time of all threads, user and system; proc(5), fields 14 and 15. */
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
  const idle = round < idleRounds
  starts.ours.push(await start(ours, ['serve'], idle))
  starts.bare.push(await start(join(root, bare), [], idle))
}
rmSync(join(root, bare))
rmSync(join(root, bareProgram), { recursive: true })

const rows: readonly [keyof Start, string, Goal | null][] = [
  ['ms', 'ms', { atMost: 150 }],
  ['cpuMs', 'ms', null],
  ['mib', 'MiB resident', null],
]
const kinds = { ms: 'time', cpuMs: 'processor time', mib: 'memory' } as const
const names = { ms: 'to listening', cpuMs: 'processor by then', mib: 'idle' } as const
for (const [what, unit, goal] of rows) {
  const [own, other] = [starts.ours, starts.bare].map((all) =>
    all.slice(0, what === 'mib' ? idleRounds : rounds).map((one) => one[what]),
  )
  if (own === undefined || other === undefined) throw new TypeError('Both were started.')
  measured(`start ${names[what]}, ours`, unit, own, goal)
  measured(`start ${names[what]}, bare Hono`, unit, other)
  compared(`start ${names[what]}, ours/bare`, kinds[what], [own, other], { atMost: 1.5 })
}

const probeProgram = 'dist/bench-first-probe'
await buildProgram({
  folder: probeProgram,
  external: ['better-sqlite3'],
  codeCache: true,
  rehearsal: [],
  entry: 'test/bench/first-probe.ts',
})
const probeMain = join(root, probeProgram, programFiles.main)
const site = spawn(process.execPath, [probeMain, 'site'], { stdio: ['ignore', 'pipe', 'inherit'] })
const [reach] = await once(site.stdout, 'data')
const longer = { cold: [] as number[], warm: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  for (const [how, ms] of Object.entries(longer)) {
    const args = [probeMain, how, String(reach)]
    const [first, second]: number[] = JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8' }),
    )
    ms.push((first ?? 0) - (second ?? 0))
  }
}
site.kill()
measured('start first probe beyond the second', 'ms of processor', longer.warm, { atMost: 30 })
measured('start the same without warming up', 'ms of processor', longer.cold)
rmSync(join(root, probeProgram), { recursive: true })

import { document, openRenderSetup } from '#test/equipment/browser/render-setup.ts'
import { compared, measured } from './results.ts'

// The cost of a network namespace around Chrome, per start, lease and page; both kinds alternate in one run.
const rounds = Number(process.argv[2] ?? 20)

const kinds = ['off', 'required'] as const
type Kind = (typeof kinds)[number]
const times = { start: pair(), lease: pair(), three: pair(), page: pair() }

function pair(): Record<Kind, number[]> {
  return { off: [], required: [] }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function open(kind: Kind) {
  const world = await openRenderSetup({ networkNamespace: kind })
  world.page('/', document('<p>Hello.</p>'))
  return world
}

type World = Awaited<ReturnType<typeof open>>

/** Two contexts are opened in advance; the third of three at once is opened on demand. */
async function leaseAtOnce({ pool }: World, count: number): Promise<void> {
  const { signal } = new AbortController()
  const leases = await Promise.all(Array.from({ length: count }, () => pool.pool.lease(signal)))
  await Promise.all(leases.map((lease) => lease?.release()))
}

for (let round = 0; round < 3; round += 1) {
  for (const kind of kinds) {
    times.start[kind].push(await timed(async () => (await open(kind))[Symbol.asyncDispose]()))
  }
}
const worlds = { off: await open('off'), required: await open('required') }
for (let round = -3; round < rounds; round += 1) {
  for (const kind of kinds) {
    const lease = await timed(() => leaseAtOnce(worlds[kind], 1))
    const page = await timed(() => worlds[kind].visit('/'))
    const three = await timed(() => leaseAtOnce(worlds[kind], 3))
    if (round < 0) continue
    times.lease[kind].push(lease)
    times.page[kind].push(page)
    times.three[kind].push(three)
  }
}
for (const kind of kinds) await worlds[kind][Symbol.asyncDispose]()
for (const [what, { off, required }] of Object.entries(times)) {
  measured(`namespace ${what}, without`, 'ms', off)
  measured(`namespace ${what}, within`, 'ms', required)
  compared(`namespace ${what}, within/without`, 'time', [required, off])
}

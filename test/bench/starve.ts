import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { floods, silences } from '#test/equipment/browser/flooding-pages.ts'
import { html } from '#test/equipment/browser/render-setup.ts'
import { healthyPage, openInternet } from '#test/equipment/network/internet.ts'
import { type Buyer, headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { median } from './load.ts'

// Whether pages that starve the browser pay, and spoil nothing for others. Four at once of one kind, of two wallets, for some
// seconds, beside one honest render every two seconds; then all kinds and all pages that never load, six at a time; then sixty
// buyers at once. All on loopback. `--busy N` runs N busy programs on each core beside it; `--only` names one kind.
const { values } = parseArgs({
  options: { seconds: { type: 'string' }, only: { type: 'string' }, busy: { type: 'string' } },
})
const seconds = Number(values.seconds ?? 60)
const attacks = values.only === undefined ? eightKinds() : [values.only]
const busyPrograms = Number(values.busy ?? 0) * availableParallelism()

function eightKinds(): string[] {
  return [
    'console lines',
    'busy workers',
    'exceptions',
    'empty frames',
    'changes of the document',
    'messages to itself',
    'entries in the history',
    'calls to blob URLs',
  ]
}

const internet = await openInternet()
const serve =
  (page: string) => (_request: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(200, html).end(page)
  }
await internet.addSite('www.honest.example.com', { ip: '93.184.215.14', http: serve(healthyPage) })
const pages = { ...floods, ...silences }
/** Each kind is a site of its own, since a domain whose pages end unpaid gets one page at a time. */
const hosts = new Map<string, string>()
for (const [n, [kind, [page, second]]] of Object.entries(pages).entries()) {
  const host = `www.kind${n}.com`
  const held = typeof second === 'function' ? second : () => {}
  await internet.addSite(host, {
    ip: `93.184.216.${n + 1}`,
    http: (request, response) =>
      request.url === '/held' ? held(request, response) : serve(page)(request, response),
  })
  hosts.set(kind, host)
}
const shop = await openTestService({ internet, browser: true, measuresLoad: true })
while ((await shop.get('/ready')).status !== 200) await sleep(500)

interface Ended {
  readonly status: number
  readonly code: string
  readonly ms: number
}

async function buy(buyer: Buyer, host: string): Promise<Ended> {
  const header = headerOf(await buyer.payloadFor(shop.offer('render_page')))
  const from = performance.now()
  const response = await shop.post(
    { url: `http://${host}/` },
    { 'payment-signature': header },
    'render_page',
  )
  const body = await readJson(response)
  const code = response.status === 200 ? body.result_status : (body.code ?? String(response.status))
  return { status: response.status, code, ms: performance.now() - from }
}

function summary(all: readonly Ended[]): string {
  const codes = [...new Set(all.map(({ code }) => code))]
  const parts = codes.map((code) => `${code} ${all.filter((one) => one.code === code).length}`)
  const served = all.filter(({ status }) => status === 200)
  const times = served.map(({ ms }) => ms)
  const time =
    times.length === 0
      ? ''
      : `, median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`
  return `${served.length} of ${all.length} served (${parts.join(', ')})${time}`
}

/** Honest renders, one every two seconds, until the promise settles. */
async function honestRenders(until: Promise<unknown>): Promise<Ended[]> {
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  const begun: Promise<Ended>[] = []
  while (!isOver) {
    begun.push(buy(openBuyer(), 'www.honest.example.com'))
    await Promise.race([until, sleep(2_000)])
  }
  return Promise.all(begun)
}

async function attack(kind: string): Promise<Ended[]> {
  const endsAt = performance.now() + seconds * 1_000
  const wallets = [openBuyer(), openBuyer()]
  const ended: Ended[] = []
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      while (performance.now() < endsAt) {
        const one = await buy(wallets[lane % 2] ?? openBuyer(), hosts.get(kind) ?? '')
        ended.push(one)
        if (one.status !== 200) await sleep(1_000)
      }
    }),
  )
  return ended
}

const rivals = Array.from({ length: busyPrograms }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
try {
  const alone = await honestRenders(sleep(10_000))
  console.log(
    `load ${loadavg()[0]?.toFixed(1)}, ${busyPrograms} busy programs; alone: ${summary(alone)}`,
  )
  for (const kind of attacks) {
    const attacking = attack(kind)
    const honest = await honestRenders(attacking)
    console.log(`${kind}, load ${loadavg()[0]?.toFixed(1)}`)
    console.log(`  attackers: ${summary(await attacking)}`)
    console.log(`  honest: ${summary(honest)}`)
  }
  if (values.only === undefined) {
    const kinds = [...hosts.values()]
    const sold: Ended[] = []
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let host = kinds.pop(); host !== undefined; host = kinds.pop()) {
          let one = await buy(openBuyer(), host)
          while (one.code === 'at_capacity')
            one = await sleep(1_000).then(() => buy(openBuyer(), host ?? ''))
          sold.push(one)
        }
      }),
    )
    console.log(`all kinds, six at a time: ${summary(sold)}`)
    const crowd = await Promise.all(
      Array.from({ length: 60 }, () => buy(openBuyer(), 'www.honest.example.com')),
    )
    console.log(`sixty buyers at once: ${summary(crowd)}`)
  }
} finally {
  for (const rival of rivals) rival.kill('SIGKILL')
  await shop.close()
  await internet.close()
}

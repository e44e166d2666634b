import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Offer } from '#payment/x402/offer.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { answersPerSecond, median } from './load.ts'

const goal = 200
const connections = 16
const seconds = 10
// More than the service sells in that time, so that a run does not end for lack of payments.
const signedPerLane = 500
// Reserved, report stored, settled: each write is durable before the call continues. Concurrent calls share fsyncs, so that the
// service may exceed the rate that one fsync per write would allow.
const writesPerCall = 3

/**
 * Paid sandbox calls per second on a tool that costs nothing, each of a new buyer, compared with what the processor and the
 * disk allow.
 */
export async function benchSales(): Promise<void> {
  const shop = await startShop()
  const { dataDir, offer, port } = shop
  const drive = (each: readonly (() => Uint8Array | undefined)[]) =>
    answersPerSecond({ port, lanes: each, durationMs: seconds * 1000 })
  await drive(await signedLanes(offer, { lanes: connections, each: 20 }))

  const signed = await signedLanes(offer, { lanes: connections, each: signedPerLane })
  const fsyncs = fsyncTimes(dataDir)
  await shop.used()
  const run = await drive(signed)
  const usedMs = (await shop.used()).cpuMs / (run.perSecond * run.seconds)
  // Before and after, because the speed of a disk varies.
  const fsyncMs = median([...fsyncs, ...fsyncTimes(dataDir)])
  await shop.end()
  if (run.refused > 0) throw new Error(`${run.refused} paid calls were not answered with 200`)

  const rate = run.perSecond
  const limits = { processor: 1000 / usedMs, disk: 1000 / fsyncMs / writesPerCall }
  console.log(
    `paid calls ${rate.toFixed(0)} per second over ${run.seconds.toFixed(1)} s, ${(rate / goal).toFixed(2)} of the goal`,
  )
  console.log(
    `  ${usedMs.toFixed(2)} ms of processor each: one core allows ${limits.processor.toFixed(0)}, reached ${(rate / limits.processor).toFixed(2)}`,
  )
  console.log(
    `  ${fsyncMs.toFixed(2)} ms for an fsync: one for each write allows ${limits.disk.toFixed(0)}, reached ${(rate / limits.disk).toFixed(2)}`,
  )
}

const shopMessage = z.object({ baseUrl: z.string(), dataDir: z.string(), offer: z.custom<Offer>() })
const usedMessage = z.object({ cpuMs: z.number(), ledgerMs: z.number() })

/** Starts a service that sells ready reports, in a separate process. `databaseUrl`: of PostgreSQL; none for SQLite. */
export async function startShop(databaseUrl?: string) {
  const given = databaseUrl === undefined ? [] : [databaseUrl]
  const shop = fork(new URL('./sales-server.ts', import.meta.url), given)
  const [message] = await once(shop, 'message')
  const { baseUrl, dataDir, offer } = shopMessage.parse(message)
  return {
    port: Number(new URL(baseUrl).port),
    dataDir,
    offer,
    /** Since the previous call: processor time, and how long calls waited for the ledger. */
    used: async () => {
      shop.send('used')
      return usedMessage.parse((await once(shop, 'message'))[0])
    },
    end: async () => {
      shop.disconnect()
      await once(shop, 'exit')
    },
  }
}

/** Whole requests for each lane, signed before the clock runs. */
export async function signedLanes(
  offer: Offer,
  { lanes, each }: { readonly lanes: number; readonly each: number },
) {
  const signed: (() => Uint8Array | undefined)[] = []
  for (let lane = 0; lane < lanes; lane += 1) {
    const requests: Uint8Array[] = []
    for (let call = 0; call < each; call += 1) requests.push(await requestOf(openBuyer(), offer))
    signed.push(() => requests.pop())
  }
  return signed
}

async function requestOf(buyer: Buyer, offer: Offer): Promise<Uint8Array> {
  // An address, so that the test's resolver is not measured.
  const body = JSON.stringify({ url: 'https://93.184.215.14/' })
  const lines = [
    'POST /v1/probe-url HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Payment-Signature: ${headerOf(await signedPayload(buyer, offer))}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ]
  return new TextEncoder().encode(lines.join('\r\n'))
}

/** Durations of durable writes of one page in the folder of the ledger, milliseconds each. */
function fsyncTimes(folder: string): number[] {
  const file = openSync(join(folder, 'fsync'), 'w')
  const times = Array.from({ length: 150 }, () => {
    const started = performance.now()
    writeSync(file, new Uint8Array(4_096))
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return times
}

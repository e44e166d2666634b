import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Offer } from '../../src/payment/offer.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '../equipment/buyer.ts'
import { answersPerSecond, median } from './load.ts'

const goal = 200
const lanes = 16
const seconds = 10
// More than the service sells meanwhile: a run must not end for want of payments.
const signedPerLane = 300
// Reserved, report kept, settled: each is durable before the call goes on.
const writesPerCall = 3

/** Paid sandbox calls per second on a tool that costs nothing, beside what the disk's fsyncs alone would allow. */
export async function benchSales(): Promise<void> {
  const shop = fork(new URL('./sales-server.ts', import.meta.url))
  const [{ baseUrl, dataDir, offer }] = (await once(shop, 'message')) as [Shop]
  const port = Number(new URL(baseUrl).port)
  // New buyers cost more than returning ones, whose public keys are known.
  const buyers = {
    'returning buyers': Array.from({ length: lanes }, () => {
      const buyer = openBuyer()
      return () => buyer
    }),
    'new buyers': Array.from({ length: lanes }, () => () => openBuyer()),
  }
  const warm = await lanesOf(buyers['new buyers'], offer, 20)
  await answersPerSecond({ port, lanes: warm, durationMs: seconds * 1000 })
  for (const [name, from] of Object.entries(buyers)) {
    const signed = await lanesOf(from, offer, signedPerLane)
    await cpuMs(shop)
    const run = await answersPerSecond({ port, lanes: signed, durationMs: seconds * 1000 })
    if (run.refused > 0) throw new Error(`${run.refused} paid calls were not answered with 200`)
    const used = (await cpuMs(shop)) / (run.perSecond * run.seconds)
    console.log(
      `paid calls, ${name}: ${run.perSecond.toFixed(0)} per second over ${run.seconds.toFixed(1)} s (goal ${goal}), ${used.toFixed(2)} ms of processor each`,
    )
    const allowed = 1000 / fsyncMs(dataDir) / writesPerCall
    console.log(
      `fsyncs alone would allow ${allowed.toFixed(0)} calls per second; the service reaches ${(run.perSecond / allowed).toFixed(2)} of that`,
    )
  }
  shop.disconnect()
  await once(shop, 'exit')
}

interface Shop {
  readonly baseUrl: string
  readonly dataDir: string
  readonly offer: Offer
}

/** Whole requests for each lane, signed before the clock runs. */
async function lanesOf(buyers: readonly (() => Buyer)[], offer: Offer, each: number) {
  const signed: (() => Uint8Array | undefined)[] = []
  for (const buyer of buyers) {
    const requests: Uint8Array[] = []
    for (let call = 0; call < each; call += 1) requests.push(await requestOf(buyer(), offer))
    signed.push(() => requests.pop())
  }
  return signed
}

async function requestOf(buyer: Buyer, offer: Offer): Promise<Uint8Array> {
  // An address, so that no resolver of the test is measured.
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

async function cpuMs(shop: ReturnType<typeof fork>): Promise<number> {
  shop.send('cpu')
  const [ms] = (await once(shop, 'message')) as [number]
  return ms
}

/** One durable write of a page, where the ledger lies. */
function fsyncMs(folder: string): number {
  const file = openSync(join(folder, 'fsync'), 'w')
  const times = Array.from({ length: 300 }, () => {
    const started = performance.now()
    writeSync(file, new Uint8Array(4_096))
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(times)
}

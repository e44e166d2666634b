import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { paySnippets } from '#discovery/snippets.ts'
import {
  healthyFields,
  healthyPage,
  type Internet,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** A service in front of the test internet, behind a proxy that loses the first response to a payment. */
async function openLossyShop(internet: Internet) {
  const bank = countingFacilitator()
  const shop = await openTestService({ internet, facilitator: bank.facilitator })
  let lost = 0
  const proxy = await openLoopbackServer(
    async ({ method, path, headers, body }, response, socket) => {
      const signature = headers['payment-signature']
      const passed = await shop.get(path, {
        method,
        headers: {
          'content-type': String(headers['content-type']),
          prefer: String(headers['prefer']),
          ...(signature === undefined ? {} : { 'payment-signature': String(signature) }),
        },
        body,
      })
      const text = await passed.text()
      if (signature !== undefined && lost++ === 0) return void socket.destroy()
      const { 'content-encoding': _, ...fields } = Object.fromEntries(passed.headers)
      response.writeHead(passed.status, fields).end(text)
    },
  )
  return {
    shop,
    bank,
    proxy,
    lost: () => lost,
    [Symbol.asyncDispose]: async () => {
      await proxy.close()
      await shop.close()
    },
  }
}

test('the JavaScript of /docs, unchanged, buys a report once, also when the response is lost', async () => {
  const internet = await openInternet()
  await internet.addSite('example.com', {
    ip: '93.184.215.14',
    https: respond(200, healthyFields, healthyPage),
  })
  await using lossy = await openLossyShop(internet)
  const facts = { ...lossy.shop.service.facts(), baseUrl: lossy.proxy.url }
  const snippet = paySnippets(facts, '/v1/probe-url').find(({ title }) => title === 'JavaScript')
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist/snippet-'))
  try {
    const file = join(folder, 'buy.mjs')
    writeFileSync(file, snippet?.code ?? '')
    const { stdout } = await run(process.execPath, [file], {
      env: { BUYER_KEY: generatePrivateKey() },
    })
    expect(stdout).toMatch(/^200 (PASS|ISSUE|REVIEW) (PASS|ISSUE|REVIEW): /)
    expect(lossy.lost()).toBe(2)
    expect(lossy.bank.calls).toEqual(['verify', 'settle'])
    const docs = await (await lossy.shop.get('/docs')).text()
    expect(docs).toContain('const pay = wrapFetchWithPayment(repeating, client)')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await internet.close()
  }
})

test('the shell of /docs shows the quote', async () => {
  const internet = await openInternet()
  await internet.addSite('example.com', { ip: '93.184.215.14' })
  await using shop = await openTestService({ internet })
  const curl =
    paySnippets(shop.service.facts(), '/v1/probe-url').find(({ title }) => title === 'Shell')
      ?.code ?? ''
  // jq only formats the output, and may be missing here.
  const [first = ''] = curl.replace('| jq .accepts', '').split('\n\n')
  const { stdout } = await run('sh', ['-c', first])
  expect(JSON.parse(stdout).accepts).toEqual(shop.offer().accepts)
  await internet.close()
})

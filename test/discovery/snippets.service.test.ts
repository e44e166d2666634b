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
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

test('the TypeScript of /docs, as it stands there, buys a report', async () => {
  const internet = await openInternet()
  await internet.addSite('example.com', {
    ip: '93.184.215.14',
    https: respond(200, healthyFields, healthyPage),
  })
  await using shop = await openTestService({ internet })
  const snippet = paySnippets(shop.service.facts()).find(({ title }) => title === 'TypeScript')
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist/snippet-'))
  try {
    const file = join(folder, 'buy.ts')
    writeFileSync(file, snippet?.code ?? '')
    const { stdout } = await run(process.execPath, [file], {
      env: { BUYER_KEY: generatePrivateKey() },
    })
    expect(stdout).toMatch(/^200 (PASS|ISSUE|REVIEW) (PASS|ISSUE|REVIEW): /)
    const docs = await (await shop.get('/docs')).text()
    expect(docs).toContain('wrapFetchWithPaymentFromConfig(fetch, {')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await internet.close()
  }
})

test('the first curl of /docs shows the quote', async () => {
  const internet = await openInternet()
  await internet.addSite('example.com', { ip: '93.184.215.14' })
  await using shop = await openTestService({ internet })
  const curl = paySnippets(shop.service.facts()).find(({ title }) => title === 'curl')?.code ?? ''
  // jq only prints it nicely, and may be missing here.
  const [first = ''] = curl.replace('| jq .accepts', '').split('\n\n')
  const { stdout } = await run('sh', ['-c', first])
  expect(JSON.parse(stdout).accepts).toEqual(shop.offer().accepts)
  await internet.close()
})

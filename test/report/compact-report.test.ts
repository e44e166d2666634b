import { readdirSync, readFileSync } from 'node:fs'
import { encode } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { exampleReport } from '#discovery/examples.ts'
import { typicalCalls } from '#discovery/numbers.ts'
import { compactReport } from '#report/compact-report.ts'
import { reportOutline } from '#report/outline.ts'
import { withProof } from '#report/proof.ts'
import { tools } from '#tools/tool.ts'

const reportUrl = 'https://verify.example.com/reports/6sVvpAr_MuM0KAghgyY0il_MGCjP0JzlnLWG1PPOt7-'
const folder = new URL('../fixtures/reports/', import.meta.url)
const reports = readdirSync(folder).map((file) => {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const sold = { ...JSON.parse(text), report_url: reportUrl }
  const whole = JSON.stringify(sold)
  return { file, whole, compact: compactReport(whole) ?? '' }
})

test('a compact report costs at most 350 tokens for a PASS, and 900 with many findings, with its address, without its proof', () => {
  const dear = reports.filter(({ compact }) => {
    const { result_status: status } = JSON.parse(compact)
    return encode(compact).length > (status === 'PASS' ? 350 : 900)
  })
  expect(dear.map(({ file }) => file)).toEqual([])
})

test('a proof adds at most 180 tokens to a compact report, and about 300 bytes', () => {
  const proof = {
    jws: 'eyJhbGciOiJFZERTQSIsImtpZCI6IlR3SDZ2Q0ZfcUlPOSJ9..6sVvpAr_MuM0KAghgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g',
    network: 'eip155:8453',
    payer: '0x52908400098527886e0f7030069857d2e4169ee7',
    nonce: '0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480',
  }
  for (const { whole, compact } of reports) {
    const signed = compactReport(withProof(whole, proof)) ?? ''
    expect(JSON.parse(signed).proof).toEqual(proof)
    expect(encode(signed).length - encode(compact).length).toBeLessThanOrEqual(180)
    expect(signed.length - compact.length).toBeLessThanOrEqual(310)
  }
})

test('a report, whole or compact, fits the outline of the OpenAPI document', () => {
  for (const { whole, compact } of reports) {
    expect(reportOutline.safeParse(JSON.parse(whole)).error).toBeUndefined()
    expect(reportOutline.safeParse(JSON.parse(compact)).error).toBeUndefined()
  }
})

test.each(tools)(
  'a compact report of %s names the service, and explains codes at absolute addresses',
  (tool) => {
    const compact = JSON.parse(compactReport(JSON.stringify(exampleReport(tool, 'issue'))) ?? '')
    expect(compact.service).toMatchObject({
      name: 'urlwitness',
      instance: 'https://verify.example.com',
    })
    expect(compact.findings.length).toBeGreaterThan(0)
    for (const { code, docs_url } of compact.findings) {
      expect(docs_url).toBe(`https://verify.example.com/docs#${code}`)
    }
  },
)

test('reports of ordinary pages have about the documented sizes', () => {
  for (const [name, tool] of [
    ['healthy-https.json', 'probe_url'],
    ['render-healthy.json', 'render_page'],
    ['verify-healthy.json', 'verify_page'],
  ] as const) {
    const found = reports.find(({ file }) => file === name)
    const { report_bytes, compact_report_bytes } = typicalCalls[tool]
    expect((found?.whole.length ?? 0) / report_bytes).toBeGreaterThan(0.5)
    expect((found?.whole.length ?? 0) / report_bytes).toBeLessThan(1.5)
    expect((found?.compact.length ?? 0) / compact_report_bytes).toBeGreaterThan(0.5)
    expect((found?.compact.length ?? 0) / compact_report_bytes).toBeLessThan(1.5)
  }
})

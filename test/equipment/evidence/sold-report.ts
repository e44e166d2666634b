import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { calculateJwkThumbprint, FlattenedSign } from 'jose'
import { claimsOf } from '#report/claims.ts'
import { withProof } from '#report/proof.ts'
import type { PublicJwk } from '#report/public-keys.ts'
import { readReport, reportJson, reportSha256 } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import { sha256Hex } from '#runtime/encoding.ts'

export interface SoldReport {
  readonly report: Report
  /** As it is sent, with its proof. */
  readonly text: string
  readonly key: PublicJwk
}

/** A report of `test/fixtures/reports` as `https://verify.example.com` would sell it, signed by a new key. */
export async function soldFixture(
  name: string,
  { png }: { readonly png?: Uint8Array } = {},
): Promise<SoldReport> {
  const file = new URL(`../../fixtures/reports/${name}.json`, import.meta.url)
  const made = readReport(JSON.parse(readFileSync(file, 'utf8')))
  if (made === null) throw new TypeError(`${name} is not a report.`)
  const instance = 'https://verify.example.com'
  const explained = (one: Report['findings'][number]) => ({
    ...one,
    docs_url: `${instance}/docs#${one.code}`,
  })
  const { screenshot } = made
  const named: Report = {
    ...made,
    service: { ...made.service, instance },
    findings: made.findings.map(explained),
    notes: made.notes.map(explained),
    report_url: `${instance}/reports/6sVvpAr_MuM0KAghgyY0il_MGCjP0JzlnLWG1PPOt7-`,
    screenshot:
      screenshot === null || png === undefined
        ? screenshot
        : { ...screenshot, sha256: sha256Hex(png) },
  }
  return sign({ ...named, report_sha256: reportSha256(named) })
}

async function sign(made: Report): Promise<SoldReport> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x })
  const payment = {
    network: 'eip155:8453',
    payer: '0x52908400098527886e0f7030069857d2e4169ee7',
    nonce: '0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480',
  }
  const claims = new TextEncoder().encode(claimsOf(made, payment))
  const signed = await new FlattenedSign(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .sign(privateKey)
  const text = withProof(reportJson(made), {
    jws: `${signed.protected}..${signed.signature}`,
    ...payment,
  })
  const report = readReport(JSON.parse(text))
  if (report === null) throw new TypeError('A signed report is a report.')
  return { report, text, key: { kty: 'OKP', crv: 'Ed25519', x, kid } }
}

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { proofSnippets } from '#discovery/proof-snippets.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet }))

// Inside the checkout, so that the packages of the snippet are found.
mkdirSync(join(root, 'dist'), { recursive: true })
const folder = mkdtempSync(join(root, 'dist/verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The shell program makes a temporary folder. */
const inFolder = { cwd: folder, env: { ...process.env, TMPDIR: folder } }

const fields = { 'payment-signature': await openBuyer().headerFor(shop.offer()) }
const sold = await (await shop.post({ url: 'https://www.site.example.com/' }, fields)).text()
const forged = sold.replace('"result_status":"PASS"', '"result_status":"ISSUE"')
const snippets = proofSnippets(shop.service.facts())
const snippet = (title: string) => snippets.find((one) => one.title === title)?.code ?? ''

const ways = [
  ['JavaScript with jose', process.execPath, 'verify.mjs', /^PASS for .* signed by key/],
  ['OpenSSL in a shell', 'sh', 'verify.sh', /Signature Verified Successfully/],
] as const

test.each(ways)(
  'the documented way to verify with %s accepts a sold report',
  async (title, ...how) => {
    const [program, name, accepted] = how
    writeFileSync(join(folder, name), snippet(title))
    writeFileSync(join(folder, 'report.json'), sold)
    const { stdout } = await run(program, [name, 'report.json'], inFolder)
    expect(stdout).toMatch(accepted)
  },
)

test.each(ways)(
  'the documented way to verify with %s refuses another verdict',
  async (title, ...how) => {
    const [program, name] = how
    expect(forged).not.toBe(sold)
    writeFileSync(join(folder, name), snippet(title))
    writeFileSync(join(folder, 'forged.json'), forged)
    await expect(run(program, [name, 'forged.json'], inFolder)).rejects.toThrow()
  },
)

test.each(ways)(
  '%s refuses a verdict whose hash was corrected: the signature is not over it',
  async (title, ...how) => {
    const [program, name] = how
    const { report_sha256: own, proof, ...rest } = JSON.parse(forged)
    const { reportSha256 } = await import('#report/report.ts')
    const corrected = { ...rest, report_sha256: reportSha256(rest), proof }
    expect(corrected.report_sha256).not.toBe(own)
    writeFileSync(join(folder, name), snippet(title))
    writeFileSync(join(folder, 'corrected.json'), JSON.stringify(corrected))
    await expect(run(program, [name, 'corrected.json'], inFolder)).rejects.toSatisfy(
      ({ stdout, stderr }) => /signature/i.test(`${stdout}${stderr}`),
    )
  },
)

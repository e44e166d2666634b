import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { compactReport } from '#report/compact-report.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { type SoldReport, soldFixture } from '#test/equipment/evidence/sold-report.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const folder = temporaryFolder()
const png = new Uint8Array([137, 80, 78, 71, 1])
let sold: SoldReport
let file: string
const html = join(folder, 'report.html')

const place = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

beforeAll(async () => {
  sold = await soldFixture('render-exception', { png })
  file = place('bought.json', `${sold.text}\n`)
})

describe('report FILE', () => {
  test('shows the report as text, and ends with its verdict', async () => {
    const { code, out } = await runVerb(['report', file])
    expect(code).toBe(1)
    expect(out).toMatch(/^ISSUE {3}https:\/\/example\.com\//)
  })

  test('--html writes one page for its owner only, with JSON, keys and screenshot', async () => {
    const jwks = place('jwks.json', JSON.stringify({ keys: [{ kty: 'EC', kid: 'x' }, sold.key] }))
    const picture = place('page.png', png)
    const args = ['report', file, '--html', html, '--jwks', jwks, '--screenshot', picture]
    const { code, out, err } = await runVerb(args)
    expect([code, out, err]).toEqual([1, '', `saved ${html}\n`])
    const page = readFileSync(html, 'utf8')
    expect(statSync(html).mode & 0o777).toBe(0o600)
    expect(page).toContain(`data:image/png;base64,${Buffer.from(png).toString('base64')}`)
    expect(page).toContain(sold.key.x)
    expect(page).not.toContain('&#34;EC&#34;')
    expect(page).toContain(sold.report.proof?.jws)
  })

  test('--html keeps the mode of a page that it replaces', async () => {
    const published = place('published.html', 'the old page')
    chmodSync(published, 0o644)
    await runVerb(['report', file, '--html', published])
    expect(readFileSync(published, 'utf8')).toMatch(/^<!doctype html>/)
    expect(statSync(published).mode & 0o777).toBe(0o644)
  })

  test.each(['/dev/stdout', '/dev/fd/1'])('--html %s writes the page to stdout', async (path) => {
    const { code, out, err } = await runVerb(['report', file, '--html', path])
    expect([code, err]).toEqual([1, `saved ${path}\n`])
    expect(out).toMatch(/^<!doctype html>/)
  })

  test('--html writes to a pipe and to a device, and replaces neither', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = promisify(execFile)('cat', [pipe])
    expect(await runVerb(['report', file, '--html', pipe])).toMatchObject({ code: 1 })
    expect((await reader).stdout).toMatch(/^<!doctype html>/)
    expect(lstatSync(pipe).isFIFO()).toBe(true)
    expect(await runVerb(['report', file, '--html', '/dev/null'])).toMatchObject({ code: 1 })
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  test('reads the output of buy --json: the page has the report alone', async () => {
    const bought = place('output.json', `{"report":${sold.text},"receipt":{"success":true}}`)
    expect(await runVerb(['report', bought])).toEqual(await runVerb(['report', file]))
    const pages = [bought, file].map(async (from, index) => {
      const page = join(folder, `page-${index}.html`)
      await runVerb(['report', from, '--html', page])
      return readFileSync(page, 'utf8')
    })
    const [one, other] = await Promise.all(pages)
    expect(one).toBe(other)
  })

  test('the screenshot of the same name beside the report is taken if it has the hash, and no other', async () => {
    const beside = place('bought.png', png)
    await runVerb(['report', file, '--html', html])
    expect(readFileSync(html, 'utf8')).toContain('data:image/png;base64,')
    writeFileSync(beside, new Uint8Array([1]))
    await runVerb(['report', file, '--html', html])
    expect(readFileSync(html, 'utf8')).not.toContain('data:image/png;base64,')
    const { code, err } = await runVerb(['report', file, '--html', html, '--screenshot', beside])
    expect([code, err]).toEqual([4, expect.stringContaining('is not the screenshot of the report')])
  })

  test.each([
    ['a compact report', () => compactReport(sold.text) ?? '', 4, 'the whole report'],
    ['no report', () => '{}', 4, 'is not a report'],
    ['half a report', () => sold.text.slice(0, 2_000), 4, 'is not a report'],
    ['text that nests too deeply', () => '['.repeat(5_000), 4, 'is not a report'],
  ])('%s: says what is needed', async (_, content, status, words) => {
    const { code, err } = await runVerb(['report', place('other.json', content())])
    expect([code, err]).toEqual([status, expect.stringContaining(words)])
  })

  test('--html never replaces the report, or another file that is read', async () => {
    const jwks = place('keys.json', JSON.stringify({ keys: [sold.key] }))
    for (const taken of [file, `${folder}/./bought.json`, jwks]) {
      const args = ['report', file, '--jwks', jwks, '--html', taken]
      expect(await runVerb(args)).toMatchObject({ code: 64, out: '' })
    }
    expect(readFileSync(file, 'utf8')).toBe(`${sold.text}\n`)
  })

  test('a page that cannot be written is a failure', async () => {
    const { code, err } = await runVerb(['report', file, '--html', join(folder, 'no', 'x.html')])
    expect([code, err]).toEqual([4, expect.stringContaining('cannot be saved')])
  })

  test('--open opens the page with the program of the desktop, and without one names it', async () => {
    const bin = mkdtempSync(join(folder, 'bin-'))
    const opened = join(folder, 'opened')
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 })
    const args = ['report', file, '--html', html, '--open']
    const seen = await runVerb(args, { env: { PATH: `${bin}:/bin:/usr/bin` } })
    expect(seen.err).toContain(`opened ${html}`)
    await expect.poll(() => readFileSync(opened, 'utf8')).toBe(`file://${html}`)
    const none = await runVerb(args, { env: { PATH: folder } })
    expect(none.err).toContain(`no browser to open ${html}`)
  })

  test.each([[['--open']], [['--jwks', 'jwks.json']], [['--screenshot', 'page.png']]])(
    '%j without a page is wrong usage',
    async (flags) => {
      const { code, err } = await runVerb(['report', file, ...flags])
      expect([code, err]).toEqual([
        64,
        expect.stringContaining(`${flags[0]} has no effect without --html FILE`),
      ])
    },
  )
})

import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { compactReport } from '#report/compact-report.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const folder = temporaryFolder()
const fixtures = new URL('../../fixtures/reports/', import.meta.url)
const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, fixtures), 'utf8'))

const place = (name: string, content: string | Uint8Array) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const saved = (name: string, report: unknown) => place(name, JSON.stringify(report))

async function diff(before: unknown, after: unknown, ...more: string[]) {
  const files = [saved('before.json', before), saved('after.json', after)]
  return runVerb(['diff', ...files, ...more], {})
}

/** An image of one colour, with a black square of this size in its corner. */
function picture(width: number, height: number, square: number): Uint8Array {
  const png = new PNG({ width, height })
  png.data.fill(255)
  for (let y = 0; y < square; y += 1) {
    for (let x = 0; x < square; x += 1)
      png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  return PNG.sync.write(png)
}

/** A report with this screenshot, and the PNG beside it under the same name. */
function withScreenshot(name: string, png: Uint8Array) {
  const report = recorded('render-healthy')
  report.screenshot.sha256 = sha256Hex(png)
  place(`${name}.png`, png)
  return report
}

test('a new ISSUE is a regression: exit 1, with the added findings', async () => {
  const { code, out } = await diff(recorded('healthy-https'), recorded('expired-certificate'))
  expect(code).toBe(1)
  expect(out).toContain('PASS to ISSUE')
  expect(out).toContain('+ TLS_CERT_EXPIRED ISSUE')
  expect(out).toContain('leaf.not_after 2026-07-30T12:00:00.000Z to 2026-05-02T00:00:00.000Z')
  expect(out).toContain('Worse: TLS_CERT_EXPIRED')
})

test('a lost ISSUE is not worse: exit 0', async () => {
  const { code, out } = await diff(recorded('expired-certificate'), recorded('healthy-https'))
  expect(code).toBe(0)
  expect(out).toContain('- TLS_CERT_EXPIRED')
})

test('an ISSUE that was there before is not worse', async () => {
  const before = recorded('expired-certificate')
  expect((await diff(before, { ...before, job_id: 'other' })).code).toBe(0)
})

test('a REVIEW after a PASS says nothing: exit 2', async () => {
  expect((await diff(recorded('healthy-https'), recorded('bot-wall'))).code).toBe(2)
})

test('any difference counts with --fail-on any, and the same page has none', async () => {
  const before = recorded('healthy-https')
  const after = { ...before, final_url: 'https://example.com/other' }
  expect((await diff(before, after)).code).toBe(0)
  expect((await diff(before, after, '--fail-on', 'any')).code).toBe(1)
  const same = await diff(before, before, '--fail-on', 'any')
  expect([same.code, same.out]).toEqual([
    0,
    expect.stringContaining('No value differs beyond the noise of two checks.'),
  ])
})

test('--json has every change with both values', async () => {
  const { out } = await diff(recorded('render-healthy'), recorded('render-exception'), '--json')
  expect(JSON.parse(out)).toMatchObject({
    before: { tool: 'render_page', result_status: 'PASS' },
    after: { tool: 'render_page', result_status: 'ISSUE' },
    worse: true,
    gained_issues: ['JS_UNCAUGHT_EXCEPTION'],
    changes: expect.arrayContaining([
      { section: 'verdict', what: 'result_status', before: 'PASS', after: 'ISSUE' },
      { section: 'findings', what: 'JS_UNCAUGHT_EXCEPTION', before: null, after: 'ISSUE' },
    ]),
    screenshots: { dhash_distance: 0, pixels: null },
  })
})

test('the report of buy --json is read where it is', async () => {
  const bought = { status: 'report', report: recorded('healthy-https') }
  expect((await diff(bought, recorded('healthy-https'))).code).toBe(0)
})

test('screenshots beside the reports are compared, and --image shows where they differ', async () => {
  const before = withScreenshot('before', picture(100, 100, 0))
  const after = withScreenshot('after', picture(100, 100, 20))
  const image = join(folder, 'difference.png')
  const { code, out } = await diff(before, after, '--json', '--image', image)
  expect(code).toBe(0)
  expect(JSON.parse(out).screenshots.pixels).toEqual({
    width: 100,
    height: 100,
    different: 400,
    ratio: 0.04,
  })
  const drawn = PNG.sync.read(readFileSync(image))
  const at = (x: number, y: number) => [
    ...drawn.data.subarray((y * 100 + x) * 4, (y * 100 + x) * 4 + 3),
  ]
  expect([drawn.width, drawn.height]).toEqual([100, 100])
  expect(at(5, 5)).toEqual([255, 0, 0])
  expect(at(50, 50)).toEqual([255, 255, 255])
  expect((await diff(before, after, '--fail-on', 'any')).code).toBe(1)
})

test('--image never replaces a report or a screenshot that is compared', async () => {
  const before = withScreenshot('before', picture(50, 50, 0))
  const after = withScreenshot('after', picture(50, 50, 9))
  for (const name of ['before.json', 'after.json', 'before.png', 'after.png']) {
    const file = join(folder, name)
    const content = await diff(before, after, '--image', file)
    expect([content.code, content.err]).toEqual([64, expect.stringContaining('would replace')])
  }
})

test('of a higher page the further part differs', async () => {
  const before = withScreenshot('before', picture(50, 50, 0))
  const after = withScreenshot('after', picture(50, 80, 0))
  const { out } = await diff(before, after, '--json')
  const { height, different } = JSON.parse(out).screenshots.pixels
  expect([height, different]).toEqual([80, 50 * 30])
})

test('a PNG that is not the screenshot of its report is refused when named, and ignored when beside it', async () => {
  const before = withScreenshot('before', picture(50, 50, 0))
  const after = withScreenshot('after', picture(50, 50, 0))
  const other = place('other.png', picture(10, 10, 3))
  const named = await diff(before, after, '--after-screenshot', other)
  expect(named.code).toBe(4)
  expect(named.err).toContain('is not the screenshot of')
  copyFileSync(other, join(folder, 'after.png'))
  const beside = await diff(before, after, '--json')
  expect(JSON.parse(beside.out).screenshots.pixels).toBeNull()
})

test('a screenshot without the other one is wrong usage', async () => {
  rmSync(join(folder, 'after.png'), { force: true })
  const before = withScreenshot('before', picture(50, 50, 0))
  const png = join(folder, 'before.png')
  const { code, err } = await diff(before, recorded('render-healthy'), '--before-screenshot', png)
  expect([code, err]).toEqual([
    64,
    expect.stringContaining('--before-screenshot needs both screenshots'),
  ])
})

test('--image without both screenshots is wrong usage', async () => {
  rmSync(join(folder, 'after.png'), { force: true })
  const report = recorded('render-healthy')
  const { code, err } = await diff(report, report, '--image', join(folder, 'x.png'))
  expect(code).toBe(64)
  expect(err).toContain('--image needs both screenshots')
})

test.each([
  ['no JSON', 'x', 'is not a report'],
  ['another object', '{}', 'is not a report'],
  ['a list', '[]', 'is not a report'],
])('%s is not compared', async (_, text, message) => {
  const file = place('bad.json', text)
  const { code, err } = await runVerb(['diff', file, file], {})
  expect([code, err]).toEqual([4, expect.stringContaining(message)])
})

test('a file that does not exist, or a damaged PNG, is one sentence', async () => {
  const missing = await runVerb(['diff', join(folder, 'none.json'), join(folder, 'none.json')], {})
  expect([missing.code, missing.err]).toEqual([
    4,
    expect.stringContaining('none.json cannot be opened: it does not exist'),
  ])
  const png = Uint8Array.from([...picture(8, 8, 1).slice(0, 40), 1, 2, 3])
  const before = withScreenshot('before', png)
  const { code, err } = await diff(before, before, '--after-screenshot', place('a.png', png))
  expect([code, err]).toEqual([4, expect.stringContaining('is not a PNG')])
})

test('a PNG that claims billions of pixels is not decoded', async () => {
  const png = Uint8Array.from(picture(8, 8, 1))
  new DataView(png.buffer).setUint32(16, 60_000)
  new DataView(png.buffer).setUint32(20, 60_000)
  const before = withScreenshot('before', png)
  const { code, err } = await diff(before, before, '--after-screenshot', place('a.png', png))
  expect([code, err]).toEqual([4, expect.stringContaining('more than 64000000 pixels')])
})

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function header(width: number, height: number, interlace: 0 | 1): Uint8Array {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, interlace])
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

const signature = [137, 80, 78, 71, 13, 10, 26, 10]
const pngOf = (headers: readonly Uint8Array[], lines: Uint8Array) =>
  Buffer.concat([
    Uint8Array.from(signature),
    ...headers,
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', new Uint8Array()),
  ])

test.each([
  ['a second header of another size', [header(1, 1, 0), header(40, 40, 0)], 40 * 161],
  ['interlaced rows, which inflate without a bound', [header(1, 1, 1)], 5],
])('a PNG with %s is not decoded', async (_, headers, bytes) => {
  const png = pngOf(headers, new Uint8Array(bytes))
  const before = withScreenshot('before', png)
  const { code, err } = await diff(before, before, '--after-screenshot', place('a.png', png))
  expect([code, err]).toEqual([4, expect.stringContaining('is not a PNG that can be read')])
})

test('a wide and a high PNG, each within the bound, are not put on one canvas', async () => {
  const wide = withScreenshot('before', picture(16_000, 1, 0))
  const high = withScreenshot('after', picture(1, 16_000, 0))
  const { code, err } = await diff(wide, high)
  expect([code, err]).toEqual([4, expect.stringContaining('more than 64000000 pixels')])
})

test('a PNG without alpha, and one whose rows inflate beyond its height, are compared', async () => {
  const rgb = PNG.sync.write(PNG.sync.read(Buffer.from(picture(30, 30, 5))), { colorType: 2 })
  const long = pngOf([header(30, 30, 0)], new Uint8Array(500_000))
  const { out } = await diff(withScreenshot('before', rgb), withScreenshot('after', long), '--json')
  expect(JSON.parse(out).screenshots.pixels).toMatchObject({ width: 30, height: 30 })
  const { out: same } = await diff(
    withScreenshot('before', rgb),
    withScreenshot('after', picture(30, 30, 5)),
    '--json',
  )
  expect(JSON.parse(same).screenshots.pixels.different).toBe(0)
})

test.each([
  ['nests 20,000 levels deep', { deep: '@' }, 'nests deeper than 64 levels'],
  ['has 5 MiB', { long: 'x'.repeat(5 * 2 ** 20) }, 'is longer than 4 MiB'],
])('a report that %s is not read', async (_, more, message) => {
  const text = JSON.stringify({ ...recorded('healthy-https'), ...more })
  const deep = text.replace('"@"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const other = saved('other.json', recorded('healthy-https'))
  const { code, err } = await runVerb(['diff', other, place('deep.json', deep)], {})
  expect([code, err]).toEqual([4, expect.stringContaining(message)])
  expect(err).not.toContain('    at ')
})

test('of a file larger than any report no more than the bound is read', async () => {
  const file = place('huge.json', '')
  truncateSync(file, 65 * 2 ** 20)
  const { code, err } = await runVerb(['diff', file, file], {})
  expect([code, err]).toEqual([4, `${file} cannot be read: it is larger than 64 MiB\n`])
})

test('a compact report is refused, with the way to a whole one', async () => {
  const compact = JSON.parse(compactReport(JSON.stringify(recorded('healthy-https'))) ?? '')
  const { code, err } = await diff(compact, recorded('healthy-https'))
  expect([code, err]).toEqual([4, expect.stringContaining('without Prefer: return=minimal')])
})

test('text of the target cannot write to the terminal', async () => {
  const after = recorded('render-healthy')
  after.browser.console.messages = [{ level: 'error', text: '\u001b[2J\u202Egone' }]
  const { out } = await diff(recorded('render-healthy'), after)
  expect(out).toContain('+ error')
  expect(out).not.toContain('\u001b')
  expect(out).not.toContain('\u202e')
})

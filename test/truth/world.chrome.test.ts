import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { at, atTop, type Fault } from './fault.ts'
import { noFault } from './measure.ts'
import type { LoadedPage } from './page.ts'
import { openWorld } from './world.ts'

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Maps</title></head><body><h1>Maps</h1><p>${'We draw maps of hills. '.repeat(20)}</p></body></html>`
const folder = temporaryFolder()
writeFileSync(join(folder, 'index.html'), html)
const page: LoadedPage = {
  id: 'maps',
  licence: 'MIT',
  kind: 'template',
  from: 'npm',
  packages: [],
  root: '',
  path: 'index.html',
  folder,
  html,
  has: new Set(),
  first: { stylesheet: null, script: null, image: null },
}
const world = await forFile(openWorld())

describe('the world of the bench', needsChrome, () => {
  test('a response that the bench cannot make fails the check that requested it, and no other', async () => {
    const broken: Fault = {
      ...noFault,
      intercept: [
        at('/', () => {
          throw new TypeError('the page has no such element')
        }),
      ],
    }
    const url = await world.deploy(page, broken, 'broken')
    expect(await world.check('probe_url', url)).toBe(
      'failed: The bench cannot respond to GET /: the page has no such element',
    )
    const healthy = await world.deploy(page, noFault, 'healthy')
    expect(await world.check('probe_url', healthy)).toMatchObject({ result_status: 'PASS' })
  })

  test('a placeholder in the path of a file is a failed request of the page', async () => {
    const fault: Fault = { ...noFault, intercept: [atTop('<img src="%PUBLIC_URL%/logo.png">')] }
    const url = await world.deploy(page, fault, 'placeholder')
    const report = await world.check('verify_page', url)
    expect(report).toMatchObject({
      result_status: 'ISSUE',
      findings: [{ code: 'REQ_IMAGE_BROKEN' }],
    })
  })

  test('a path that begins with two slashes is one of the site', async () => {
    const url = await world.deploy(page, noFault, 'slashes')
    expect(await world.check('probe_url', `${url}/`)).toMatchObject({ result_status: 'PASS' })
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { staticReply } from './page.ts'

const folder = temporaryFolder()
writeFileSync(join(folder, 'index.html'), '<title>Shop</title>')
writeFileSync(join(folder, 'a b.txt'), 'A file.')

test.each([
  { path: '/', status: 200, why: 'the index of the folder' },
  { path: '/a%20b.txt', status: 200, why: 'an escaped space' },
  { path: '//a%20b.txt', status: 200, why: 'slashes are merged' },
  { path: '/missing.txt', status: 404, why: 'no such file' },
  { path: '/%00', status: 404, why: 'no file has such a name' },
  { path: '/../../etc/passwd', status: 404, why: 'nothing above the folder is served' },
  { path: '/%PUBLIC_URL%/logo.png', status: 400, why: 'a placeholder is no valid escape' },
  { path: '/%', status: 400, why: 'a percent sign alone' },
  { path: '/%FF', status: 400, why: 'not UTF-8' },
])('the site has status $status for $path: $why', ({ path, status }) => {
  expect(staticReply(folder, path).status).toBe(status)
})

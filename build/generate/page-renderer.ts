// Bundles what makes and proves the page of a report for browsers: the script of the page makes it again, and compares.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from '../target.ts'

const contents = `export { pageDocument } from '#report/html/page-document.ts'
export { canonical, claimsOf } from '#report/claims.ts'
export { withUsualValues } from '#report/usual-values.ts'`
const target = 'src/report/html/page-renderer.json'

/** The code that declares `renderer`. */
export async function pageRenderer(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'renderer',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    write: false,
  })
  return outputFiles[0]?.text.trim() ?? ''
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(root, target), `${JSON.stringify({ code: await pageRenderer() })}\n`)
}

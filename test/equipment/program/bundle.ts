import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { computedModules } from '../../../build/program/computed-modules.ts'
import { root } from '../../../build/target.ts'

export interface Bundle {
  /** The file to start. */
  readonly file: string
  /** NODE_COMPILE_CACHE for its processes, so that V8 compiles it once. */
  readonly compileCache: string
}

/**
 * Bundles a program of several hundred modules into one file below `dist`, which starts in two thirds of the processor time.
 * Every module keeps the URL of its source.
 */
export async function bundleOf(entry: string): Promise<Bundle> {
  // Below the checkout, where packages with addons are found.
  const folder = join(root, 'dist/test', basename(entry, '.ts'))
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'program.mjs')
  // Other test files may bundle or start the same program at the moment.
  const unfinished = join(folder, `${randomUUID()}.mjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node.split('.')[0]}`,
    external: ['better-sqlite3'],
    banner: { js: requireFor(entry) },
    plugins: [computedModules, ownUrls],
    logLevel: 'warning',
  })
  renameSync(unfinished, file)
  return { file, compileCache: join(folder, 'compile-cache') }
}

/** Defines `require`, which CommonJS packages call, in a bundle of ECMAScript modules. */
const requireFor = (entry: string) =>
  `import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(${JSON.stringify(pathToFileURL(entry).href)});`

const ownUrls: Plugin = {
  name: 'own-urls',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(?:src|test)\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }))
  },
}

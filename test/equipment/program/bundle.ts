import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
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

const bundles = new Map<string, Promise<Bundle>>()

/** As `fork` of `node:child_process`, with the program bundled once by this process. */
export async function forkBundle(
  entry: string,
  args: readonly string[],
  options: ForkOptions = {},
): Promise<ChildProcess> {
  const bundle = bundles.get(entry) ?? bundleOf(entry)
  bundles.set(entry, bundle)
  const { file, compileCache } = await bundle
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  return fork(file, args, { ...options, env })
}

/**
 * Bundles a program of several hundred modules into one file below `dist`, which starts in half of the processor time.
 * Every module keeps the URL and the folder of its source. It may not have a top-level `await`. `plugins`: of esbuild, for a bundle under
 * another name.
 */
export async function bundleOf(
  entry: string,
  { name = basename(entry, '.ts'), plugins = [] }: { name?: string; plugins?: Plugin[] } = {},
): Promise<Bundle> {
  // Below the checkout, where packages with addons are found.
  const folder = join(root, 'dist/test', name)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'program.cjs')
  // Other test files may bundle or start the same program at the moment.
  const unfinished = join(folder, `${randomUUID()}.cjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node.split('.')[0]}`,
    external: ['better-sqlite3'],
    minify: true,
    legalComments: 'none',
    plugins: [...plugins, computedModules, ownUrls],
    logLevel: 'warning',
  })
  renameSync(unfinished, file)
  return { file, compileCache: join(folder, 'compile-cache') }
}

const ownUrls: Plugin = {
  name: 'own-urls',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(?:src|test|build)\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }))
  },
}

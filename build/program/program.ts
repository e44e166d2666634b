import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { sha256 } from '../sha256.ts'
import { addonFile, root, type Target } from '../target.ts'
import { computedModules } from './computed-modules.ts'
import { unusedModules } from './unused-modules.ts'

/** The files of a built program. The executable carries the last two as assets under the same names. */
export const programFiles = {
  /** The file to start: `loader.cjs`. */
  main: 'main.cjs',
  source: 'program.cjs',
  codeCache: 'program.cache',
} as const

/** Builds the program into `folder`; returns the bundler's list of its contents. The bytes do not depend on the folder. */
export async function buildProgram(options: {
  readonly folder: string
  /** Target of the executable that contains the SQLite addon as an asset; without it, the file of better-sqlite3 is loaded. */
  readonly executableOf?: Target
  /** Packages that are installed above the folder instead of bundled. */
  readonly external?: string[]
  /** Whether to add V8's code cache, which saves a third of the start and 20 MB. It is valid for this Node on this machine. */
  readonly codeCache: boolean
  /** Arguments of a service: the code cache covers the functions that it calls until it listens. Empty: no service is started. */
  readonly rehearsal?: readonly string[]
  readonly entry?: string
}): Promise<Metafile> {
  const folder = resolve(root, options.folder)
  mkdirSync(folder, { recursive: true })
  const source = join(folder, programFiles.source)
  const metafile = await bundle({
    entryPoints: [options.entry ?? 'src/main.ts'],
    outfile: source,
    external: options.external ?? [],
    define: options.executableOf === undefined ? {} : addonDigest(options.executableOf),
  })
  copyFileSync(join(root, 'build/program/loader.cjs'), join(folder, programFiles.main))
  if (options.codeCache) {
    const script = join(root, 'build/program/code-cache.cjs')
    const files = [source, join(folder, programFiles.codeCache)]
    const args = [...deterministic, script, ...files, ...(options.rehearsal ?? rehearsal)]
    execFileSync(process.execPath, args, {
      cwd: folder,
      env: rehearsalEnvironment,
      stdio: 'pipe',
      // A rehearsal takes a second; a service that never listens must not block the build.
      timeout: 120_000,
    })
  }
  return metafile
}

/** V8 chooses a new hash seed in each process, and the timing of its other threads varies: both change the cache. */
const deterministic = [
  '--random-seed=1',
  '--single-threaded-gc',
  '--no-concurrent-recompilation',
  '--no-concurrent-sparkplug',
]

/** Arguments of a service that opens everything except a browser before it listens. */
const rehearsal = ['serve']

const rehearsalEnvironment = {
  URLWITNESS_LISTEN: '127.0.0.1:0',
  URLWITNESS_ADMIN_LISTEN: '127.0.0.1:0',
  URLWITNESS_RENDER_PAGE_ENABLED: 'false',
  URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
}

const addonDigest = (target: Target) => ({
  EMBEDDED_ADDON_SHA256: JSON.stringify(sha256(join(root, addonFile(target)))),
})

async function bundle(options: BuildOptions): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node.split('.')[0]}`,
    minify: true,
    metafile: true,
    write: false,
    plugins: [computedModules, unusedModules],
    legalComments: 'none',
    // The function in which Node wraps a CommonJS module; the loader calls it.
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
    logLevel: 'warning',
    ...options,
    define: {
      PROGRAM_FILE: '__filename',
      // The modules of a bundle have no files.
      'import.meta.url': '""',
      ...options.define,
    },
  })
  const [code] = outputFiles ?? []
  if (code === undefined || metafile === undefined) throw new TypeError('The bundle is empty.')
  writeFileSync(code.path, asciiOnly(code.text))
  return metafile
}

/**
 * The same program in ASCII. V8 stores a source with any other character as two bytes per character: over 6 MB as long as the
 * program runs. esbuild escapes strings, but leaves templates and regular expressions as they are. A template tag that reads
 * `raw` would see the difference; there is none here.
 */
function asciiOnly(code: string): string {
  return code.replace(/\\?[^\0-\x7f]/g, (text) => {
    if (text.length > 1) throw new TypeError(`A backslash before ${text[1]} cannot be told apart.`)
    return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

// `node build/program/program.ts FOLDER`, for kept-build.mjs.
if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new TypeError('Usage: node build/program/program.ts FOLDER')
  await buildProgram({ folder, external: ['better-sqlite3'], codeCache: true })
}

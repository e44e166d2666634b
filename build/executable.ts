import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ADDON_ASSET } from '../src/runtime/native-addon.ts'

// One self-contained executable for this host, without a download: the base binary is the Node that runs this script.

const root = new URL('..', import.meta.url).pathname
const bundle = join(root, 'dist/main.cjs')
const output = join(root, 'dist', process.platform === 'win32' ? 'urlwitness.exe' : 'urlwitness')
const addon = join(
  root,
  `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
)
const platforms: Readonly<Record<string, string>> = {
  linux: 'linux',
  darwin: 'macos',
  win32: 'win',
}

/** An internal path of the package: its version is pinned. Its command line drops the settings of the executable. */
interface Packer {
  default(entry: string, options: object): Promise<void>
}

mkdirSync(join(root, 'dist'), { recursive: true })
rmSync(output, { force: true })
await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: `node${process.versions.node.split('.')[0]}`,
  minify: true,
  legalComments: 'none',
  define: {
    EMBEDDED_ADDON_SHA256: JSON.stringify(sha256(addon)),
    // The executable has no source to point at.
    'import.meta.url': '""',
  },
  logLevel: 'warning',
})
const packer: Packer = createRequire(import.meta.url)('@yao-pkg/pkg/lib-es5/sea.js')
await packer.default(bundle, {
  targets: [
    {
      nodeRange: `node${process.versions.node}`,
      platform: platforms[process.platform],
      arch: process.arch,
      output,
    },
  ],
  nodePath: process.execPath,
  signature: process.platform === 'darwin',
  seaConfig: {
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // 30 ms less to the first answer.
    useCodeCache: true,
    // NODE_OPTIONS would load foreign code into a process that handles money, and SIGUSR1 would open its inspector.
    // The young generation grows to 48 MiB while the program starts, and never shrinks: a service that idles keeps it.
    execArgv: ['--disable-sigusr1', '--max-semi-space-size=4'],
    execArgvExtension: 'none',
    assets: { [ADDON_ASSET]: addon },
  },
})
const version = execFileSync(output, ['version'], { env: {}, encoding: 'utf8' }).trim()
const megabytes = Math.round(statSync(output).size / 1e6)
process.stdout.write(`${output}: ${version}, ${megabytes} MB, sha256 ${sha256(output)}\n`)

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADDON_ASSET } from '#runtime/native-addon.ts'
import { programFiles } from './program.ts'
import { addonFile, isHost, root, type Target } from './target.ts'

/**
 * Puts the bundle and the addon into a copy of `node`: Node's own single executable application. The same inputs give the
 * same bytes, in whatever folder.
 */
export function seal(options: {
  target: Target
  node: string
  program: string
  output: string
}): void {
  const { target, node, output } = options
  const work = `${output}.sea`
  const config = `${work}.json`
  const blob = `${work}.blob`
  try {
    writeFileSync(join(root, config), JSON.stringify(seaConfig({ ...options, blob })))
    execFileSync(process.execPath, ['--experimental-sea-config', config], {
      // The paths in the settings are relative, for the one of the bundle ends up in the blob.
      cwd: root,
      env: {},
      stdio: 'pipe',
    })
    rmSync(join(root, output), { force: true })
    copyFileSync(node, join(root, output))
    chmodSync(join(root, output), 0o755)
    inject(target, output, blob)
    // macOS runs nothing whose signature is broken; this one is nobody's.
    if (target.platform === 'darwin') {
      execFileSync('codesign', ['--force', '--sign', '-', output], { cwd: root })
    }
  } finally {
    rmSync(join(root, config), { force: true })
    rmSync(join(root, blob), { force: true })
  }
}

/** The young generation grows to 48 MiB while the program starts, and never shrinks: a service that idles keeps it. */
const heapFlags = ['--max-semi-space-size=4']

function seaConfig(options: { target: Target; program: string; blob: string }) {
  return {
    main: join(options.program, programFiles.main),
    output: options.blob,
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // NODE_OPTIONS would load foreign code into a process that handles money, and SIGUSR1 would open its inspector.
    execArgv: ['--disable-sigusr1', ...heapFlags],
    execArgvExtension: 'none',
    assets: {
      [ADDON_ASSET]: addonFile(options.target),
      [programFiles.source]: join(options.program, programFiles.source),
      ...(isHost(options.target) && {
        [programFiles.codeCache]: join(options.program, programFiles.codeCache),
      }),
    },
  }
}

/** Node's own tool. It warns of section names that it cannot read again, and speaks of nothing else where it succeeds. */
function inject(target: Target, output: string, blob: string): void {
  const script = 'node_modules/postject/dist/cli.js'
  const args = [script, output, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', SENTINEL_FUSE]
  if (target.platform === 'darwin') args.push('--macho-segment-name', 'NODE_SEA')
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The program cannot be put into Node.\n${stdout}${stderr}`)
}

/** Node's documentation of single executable applications. */
const SENTINEL_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ADDON_ASSET } from '#runtime/native-addon.ts'
import { programFiles } from './program/program.ts'
import { addonFile, isHost, root, type Target } from './target.ts'

// Required, since loaders disagree on what the default import of such a CommonJS module is.
const { default: packSea }: typeof import('@yao-pkg/pkg/lib-es5/sea.js') = createRequire(
  import.meta.url,
)('@yao-pkg/pkg/lib-es5/sea.js')

/**
 * Packs a built program and the SQLite addon into a copy of `node`, with pkg's packer for Node's single executable applications.
 * The same inputs give the same bytes, in any folder. The command line of pkg would download Node, drop the settings below and
 * honour NODE_OPTIONS, so the function is called directly. Its path is internal to pkg, whose version is therefore pinned.
 */
export async function pack(options: {
  readonly target: Target
  readonly node: string
  /** Folder of the built program, under the checkout. */
  readonly program: string
  /** The executable, under the checkout. */
  readonly output: string
}): Promise<void> {
  const { target, node } = options
  const program = join(root, options.program)
  const output = join(root, options.output)
  rmSync(output, { force: true })
  const packProgram = () =>
    packSea(join(program, programFiles.main), {
      targets: [{ ...pkgTarget(target), output }],
      nodePath: node,
      // The running Node makes the blob: `node` may be for another machine, and has the same version.
      useLocalNode: true,
      signature: true,
      seaConfig: seaConfig(target, program),
    })
  await withTemporaryFolder(program, packProgram)
}

/**
 * Options of the Node inside. SIGUSR1 would open its inspector. V8's young generation would grow to 48 MiB while the program
 * starts, and never shrink: an idle service would keep it.
 */
export const execArgv = ['--disable-sigusr1', '--max-semi-space-size=4']

/** Node's settings of a single executable application. pkg passes them on, including those that its types lack. */
function seaConfig(target: Target, program: string) {
  return {
    // This path ends up in the executable. pkg would write an absolute path; it works in a new folder inside `program`, from
    // which this relative path is always the same.
    main: `../${programFiles.main}`,
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // Node's own code cache would differ from build to build, and covers only the main script: the loader uses ours.
    useCodeCache: false,
    execArgv,
    // NODE_OPTIONS would load foreign code into a process that handles money.
    execArgvExtension: 'none',
    assets: {
      [ADDON_ASSET]: join(root, addonFile(target)),
      [programFiles.source]: join(program, programFiles.source),
      ...(isHost(target) && { [programFiles.codeCache]: join(program, programFiles.codeCache) }),
    },
  }
}

function pkgTarget({ platform, arch }: Target) {
  const names = { linux: 'linux', darwin: 'macos', win32: 'win' } as const
  const major = process.versions.node.split('.')[0]
  return { nodeRange: `node${major}`, platform: names[platform], arch }
}

/** Runs `work` while the folder for temporary files is `folder`. */
async function withTemporaryFolder(folder: string, work: () => Promise<void>): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

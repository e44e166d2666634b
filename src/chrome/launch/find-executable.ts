import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '#fault.ts'
import type { ExecutablePath, Machine } from './executable-paths.ts'
import { executablePaths, kindOf } from './executable-paths.ts'
import { installedPrograms } from './installed-browsers.ts'

export type ExecutableReading =
  | ({ readonly status: 'found' } & ExecutablePath)
  /** `detail` names the remedy. */
  | { readonly status: 'missing'; readonly detail: string }

/**
 * Finds the browser to start: `chromePath` if it is set, otherwise the first match among the usual paths. The result is always
 * the executable itself: wrapper scripts (Debian's, Google's) are followed to it, because they read their own files and pass
 * other switches. Snaps are rejected: their confinement denies access to the profile folder and to the pipe.
 */
export function findExecutable(
  options: Machine & {
    readonly chromePath: string | null
    /** Folders of `browser install`. The operator chose to install these browsers, so they precede those of the system. */
    readonly installFolders?: readonly string[]
  },
): ExecutableReading {
  const { chromePath, platform, installFolders = [] } = options
  if (chromePath !== null) {
    const program = programAt(chromePath)
    return 'path' in program
      ? found(program.path)
      : missing(`chrome_path is ${chromePath}: ${program.whyNot}.`, platform)
  }
  const installed = installedPrograms(installFolders, platform)
  for (const wanted of [...installed, ...executablePaths(options).map(({ path }) => path)]) {
    const program = programAt(wanted)
    if ('path' in program) return found(program.path)
  }
  return missing('No Chrome or Chromium was found.', platform)
}

function found(path: string): ExecutableReading {
  return { status: 'found', kind: kindOf(path), path }
}

function missing(what: string, platform: string): ExecutableReading {
  const how =
    platform === 'linux'
      ? 'Install one: apt-get install chromium-headless-shell (Debian), or chromium, or Google Chrome; or let `urlwitness browser install` fetch one; or set chrome_path to its program.'
      : 'Install Google Chrome, let `urlwitness browser install` fetch a headless shell, or set chrome_path to its program.'
  return { status: 'missing', detail: `${what} ${how}` }
}

interface Rejection {
  readonly whyNot: string
}

const SNAP: Rejection = {
  whyNot: 'a snap, whose confinement keeps Chrome from its profile folder and its pipe',
}
const NO_LEAD: Rejection = { whyNot: 'a script that leads to no browser here' }
const MAX_HOPS = 4

/** The executable that a path leads to, through links and wrapper scripts. */
function programAt(path: string, hops = 0): { readonly path: string } | Rejection {
  if (hops > MAX_HOPS) return NO_LEAD
  const file = readExecutable(path)
  if ('whyNot' in file) return file
  const { real, head } = file
  if (!head.startsWith('#!')) return basename(real) === 'snap' ? SNAP : { path: real }
  let rejection = NO_LEAD
  for (const next of programsNamedIn(head, path, real)) {
    const program = programAt(next, hops + 1)
    if ('path' in program) return program
    if (program === SNAP) rejection = SNAP
  }
  return rejection
}

interface ExecutableFile {
  /** Its path without links. */
  readonly real: string
  readonly head: string
}

function readExecutable(path: string): ExecutableFile | Rejection {
  try {
    const real = realpathSync(path)
    if (!statSync(real).isFile()) return { whyNot: 'not a file' }
    accessSync(real, constants.X_OK)
    return { real, head: headOf(real) }
  } catch (cause) {
    const isMissing = codeOf(cause) === 'ENOENT'
    return { whyNot: isMissing ? 'no such file' : 'not a file that this user may read and run' }
  }
}

// The longest wrapper script, Debian's, has 5 KB.
const SCRIPT_BYTES = 65_536

/** Reads the beginning of a file as one character per byte, because an executable is not text. */
function headOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(SCRIPT_BYTES)
    const count = readSync(file, bytes, 0, bytes.length, 0)
    return new TextDecoder('latin1').decode(bytes.subarray(0, count))
  } finally {
    closeSync(file)
  }
}

/**
 * Paths where the executable of a wrapper script may be: paths that the script names, paths beside it, and /usr/lib under its
 * name.
 */
function programsNamedIn(script: string, requested: string, real: string): string[] {
  const named = [...script.matchAll(/(?:^|[\s"'=])(\/[\w./+-]*(?:chrom|headless)[\w.+-]*)/gm)].map(
    ([, path]) => path ?? '',
  )
  const name = basename(real)
  const byName = [name, basename(requested)].map((own) =>
    join('/usr/lib', own.replace(/-browser$/, ''), own),
  )
  const beside = ['chrome', 'chromium', 'chromium-browser', name].map((own) =>
    join(dirname(real), own),
  )
  // Debian's script contains `APPNAME=chromium` and `LIBDIR=/usr/lib/$APPNAME`.
  const app = /^APPNAME=([\w-]+)$/m.exec(script)?.[1]
  const debian = app === undefined ? [] : [join('/usr/lib', app, app)]
  const excluded = new Set([requested, real])
  return [...new Set([...debian, ...named, ...byName, ...beside])].filter(
    (path) =>
      !excluded.has(path) &&
      kindOf(path) === kindOf(requested) &&
      !/crashpad|sandbox|wrapper/.test(path),
  )
}

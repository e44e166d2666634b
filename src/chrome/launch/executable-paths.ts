import { posix, win32 } from 'node:path'
import type { ExecutableKind } from './flags.ts'

export interface ExecutablePath {
  readonly kind: ExecutableKind
  readonly path: string
}

/** The platform and the environment variables that decide where browsers are installed. */
export interface Machine {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

// The headless shell comes first: it does the same work for half the processor time, makes no background traffic and starts no
// programs of the host. Executables come before their wrapper scripts, which add switches.
const linux: readonly ExecutablePath[] = [
  { kind: 'shell', path: '/usr/lib/chromium/chromium-headless-shell' }, // Debian
  { kind: 'shell', path: '/usr/lib64/chromium-browser/headless_shell' }, // Fedora
  { kind: 'shell', path: '/opt/google/chrome-headless-shell/chrome-headless-shell' },
  { kind: 'shell', path: '/headless-shell/headless-shell' }, // chromedp's image
  { kind: 'full', path: '/usr/lib/chromium/chromium' }, // Debian, Arch, Alpine
  { kind: 'full', path: '/usr/lib64/chromium-browser/chromium-browser' }, // Fedora
  { kind: 'full', path: '/opt/google/chrome/chrome' },
]

const mac: readonly ExecutablePath[] = [
  { kind: 'full', path: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' },
  { kind: 'full', path: '/Applications/Chromium.app/Contents/MacOS/Chromium' },
]

const windowsFull = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe']
const windowsRoots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA']

const names: readonly { readonly kind: ExecutableKind; readonly name: string }[] = [
  { kind: 'shell', name: 'chromium-headless-shell' },
  { kind: 'shell', name: 'chrome-headless-shell' },
  { kind: 'shell', name: 'headless-shell' },
  { kind: 'full', name: 'chromium' },
  { kind: 'full', name: 'chromium-browser' },
  { kind: 'full', name: 'google-chrome-stable' },
  { kind: 'full', name: 'google-chrome' },
]

/** Paths where a browser may be installed, in order of preference. Does not read the disk. */
export function executablePaths({ platform, environment }: Machine): readonly ExecutablePath[] {
  const places = [...fixedPlaces(platform, environment), ...namedPlaces(platform, environment)]
  return [...places.filter(isShell), ...places.filter((place) => !isShell(place))]
}

/** The kind of a browser, from the name of its executable. */
export function kindOf(path: string): ExecutableKind {
  return /headless[-_]shell/.test(win32.basename(path)) ? 'shell' : 'full'
}

function isShell({ kind }: ExecutablePath): boolean {
  return kind === 'shell'
}

function fixedPlaces(
  platform: string,
  environment: Machine['environment'],
): readonly ExecutablePath[] {
  if (platform === 'darwin') return mac
  if (platform !== 'win32') return linux
  return windowsRoots.flatMap((name) => {
    const root = environment[name]
    if (root === undefined) return []
    return windowsFull.map((path) => ({ kind: 'full' as const, path: win32.join(root, path) }))
  })
}

function namedPlaces(platform: string, environment: Machine['environment']): ExecutablePath[] {
  const isWindows = platform === 'win32'
  const { join, isAbsolute } = isWindows ? win32 : posix
  // A relative entry of PATH would start a program from the current folder.
  const folders = (environment['PATH'] ?? '').split(isWindows ? ';' : ':').filter(isAbsolute)
  const suffix = isWindows ? '.exe' : ''
  return names.flatMap(({ kind, name }) =>
    folders.map((folder) => ({ kind, path: join(folder, name + suffix) })),
  )
}

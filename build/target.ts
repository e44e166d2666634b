import { join } from 'node:path'

/** The checkout. */
export const root = join(import.meta.dirname, '..')

/** What an executable is made for, in Node's words. */
export interface Target {
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly arch: 'x64' | 'arm64'
}

export const targetName = ({ platform, arch }: Target) => `${platform}-${arch}`

/** The target that a name such as `linux-arm64` stands for; a TypeError names those there are. */
export function targetNamed(name: string): Target {
  const found = targets.find((target) => targetName(target) === name)
  if (found !== undefined) return found
  throw new TypeError(
    `There is no target ${name}: ${targets.map(targetName).join(', ')} can be built.`,
  )
}

/** The machine that this runs on. */
export const hostTarget = () => targetNamed(`${process.platform}-${process.arch}`)

export const isHost = (target: Target) => targetName(target) === targetName(hostTarget())

/** better-sqlite3 carries its addon for each target: nothing is compiled here. */
export const addonFile = (target: Target) =>
  join('node_modules/better-sqlite3/prebuilds', `${targetName(target)}.node`)

/** Where the executable goes: `dist/urlwitness` is this machine's, the others carry their target's name. */
export function executableFile(target: Target): string {
  const suffix = target.platform === 'win32' ? '.exe' : ''
  return join('dist', (isHost(target) ? 'urlwitness' : `urlwitness-${targetName(target)}`) + suffix)
}

const targets: readonly Target[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'win32', arch: 'arm64' },
]

import { join } from 'node:path'

/** Path of the checkout. */
export const root = join(import.meta.dirname, '..')

/** The platform and architecture of an executable, with Node's names. */
export interface Target {
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly arch: 'x64' | 'arm64'
}

export const targetName = ({ platform, arch }: Target) => `${platform}-${arch}`

/** The target with a name such as `linux-arm64`. Throws a TypeError that lists the names for any other name. */
export function targetNamed(name: string): Target {
  const found = targets.find((target) => targetName(target) === name)
  if (found !== undefined) return found
  throw new TypeError(
    `There is no target ${name}: ${targets.map(targetName).join(', ')} can be built.`,
  )
}

/** The target of this machine. */
export const hostTarget = () => targetNamed(`${process.platform}-${process.arch}`)

export const isHost = (target: Target) => targetName(target) === targetName(hostTarget())

/** better-sqlite3 contains its addon for each target, so nothing is compiled here. */
export const addonFile = (target: Target) =>
  join('node_modules/better-sqlite3/prebuilds', `${targetName(target)}.node`)

/** Path of the executable: `dist/urlwitness` for this machine; the names of the others end with their target. */
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

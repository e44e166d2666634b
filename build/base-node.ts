import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isHost, root, type Target } from './target.ts'

interface LockedPackage {
  readonly version: string
  readonly integrity: string
}

/**
 * Path of the Node that an executable is made from: for this machine the running one, for another the package in the lock
 * file, which is fetched once through npm and compared with its hash. Throws a TypeError that says what is missing.
 */
export function baseNode(target: Target): string {
  if (isHost(target)) return process.execPath
  const name = `node-${target.platform === 'win32' ? 'win' : target.platform}-${target.arch}`
  const binary = target.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const locked = lockedPackage(name)
  if (locked.version !== process.versions.node) {
    throw new TypeError(
      `${name} ${locked.version} of the lock file and this Node ${process.versions.node} must be the same version.`,
    )
  }
  const folder = join(root, 'node_modules/.cache/urlwitness', `${name}-${locked.version}`)
  if (!existsSync(folder)) fetchPackage(name, locked, folder)
  return join(folder, 'package', binary)
}

/** The licence text of a Node binary, which is beside it in every distribution of Node. */
export function nodeLicense(node: string): string {
  return readFileSync(join(node, '../..', 'LICENSE'), 'utf8')
}

function lockedPackage(name: string): LockedPackage {
  const lock: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const locked = lock.packages[`node_modules/${name}`]
  if (locked !== undefined) return locked
  throw new TypeError(`The lock file has no ${name}: build this target on a machine of its own.`)
}

/** npm does not install a package of another platform, but it packs one. */
function fetchPackage(name: string, { version, integrity }: LockedPackage, folder: string): void {
  mkdirSync(join(folder, '..'), { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const pack = ['pack', `${name}@${version}`, '--silent', '--pack-destination', unfinished]
    execFileSync('npm', pack, { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' })
    const archive = `${name}-${version}.tgz`
    const hash = createHash('sha512').update(readFileSync(join(unfinished, archive)))
    if (`sha512-${hash.digest('base64')}` !== integrity) {
      throw new TypeError(
        `${archive} is not what the lock file asks for. Nothing was built from it.`,
      )
    }
    execFileSync('tar', ['-xzf', archive], { cwd: unfinished, stdio: 'inherit' })
    rmSync(join(unfinished, archive))
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

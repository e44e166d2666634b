import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'

/** Source of a page: `name@version` of npm, or Debian packages that are unpacked into one tree. */
export interface Source {
  readonly from: 'npm' | 'debian'
  /** The first package contains the page; the others contain files that it links to. */
  readonly packages: readonly string[]
}

/** Folder of the fetched packages, ignored by git. Without it, every package is fetched again. */
const cache = process.env['TRUTH_CACHE'] ?? new URL('../../.cache/truth', import.meta.url).pathname

/** Whether the files of a source are on this machine. */
export function isFetched({ from, packages }: Source): boolean {
  return packages.every((one) =>
    existsSync(from === 'debian' ? join(cache, 'unpacked', one) : npmFolder(one)),
  )
}

function npmFolder(name: string): string {
  return join(cache, 'npm', name.replaceAll(/[/@]/g, '_'))
}

/** Folder with the files of a source. A missing one is fetched with the package client of the machine; throws if that fails. */
export function folderOf({ from, packages }: Source): string {
  if (from === 'debian') {
    const missing = packages.filter((one) => !existsSync(join(cache, 'unpacked', one)))
    if (missing.length > 0) fetchDebian(missing)
    return join(cache, 'debian')
  }
  const [name = ''] = packages
  const folder = npmFolder(name)
  if (!existsSync(folder)) fetchNpm(name, folder)
  return join(folder, 'package')
}

function fetchNpm(name: string, folder: string): void {
  inTemporary((temporary) => {
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', name], { cwd: temporary })
    const [archive = ''] = readdirSync(temporary)
    // Packages made on macOS have fields that GNU tar warns about once for each file.
    const quiet = '--warning=no-unknown-keyword'
    execFileSync('tar', [quiet, '--extract', '--gzip', '--file', archive], { cwd: temporary })
    rmSync(join(temporary, archive))
    const [unpacked = ''] = readdirSync(temporary)
    if (unpacked !== 'package') renameSync(join(temporary, unpacked), join(temporary, 'package'))
    mkdirSync(dirname(folder), { recursive: true })
    renameSync(temporary, folder)
  })
}

function fetchDebian(names: readonly string[]): void {
  const tree = join(cache, 'debian')
  inTemporary((temporary) => {
    execFileSync('apt-get', ['--quiet', '--quiet', 'download', ...names], {
      cwd: temporary,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (const archive of readdirSync(temporary)) {
      execFileSync('dpkg', ['-x', archive, tree], { cwd: temporary })
    }
  })
  relativeLinks(tree, tree)
  mkdirSync(join(cache, 'unpacked'), { recursive: true })
  for (const name of names) mkdirSync(join(cache, 'unpacked', name), { recursive: true })
}

/** Makes absolute symbolic links relative, so that they point into the unpacked tree and not to files of this machine. */
function relativeLinks(folder: string, tree: string): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry)
    const facts = lstatSync(path)
    if (facts.isDirectory()) relativeLinks(path, tree)
    if (!facts.isSymbolicLink()) continue
    const target = readlinkSync(path)
    if (!target.startsWith('/')) continue
    unlinkSync(path)
    symlinkSync(relative(folder, join(tree, target)) || '.', path)
  }
}

function inTemporary(work: (folder: string) => void): void {
  mkdirSync(cache, { recursive: true })
  const temporary = mkdtempSync(join(cache, 'fetch-'))
  try {
    work(temporary)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

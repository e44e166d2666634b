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

/** Where a page comes from: `name@version` of npm, or packages of Debian that are unpacked into one tree. */
export interface Source {
  readonly from: 'npm' | 'debian'
  /** The first is the one that the page belongs to; the others hold what it links to. */
  readonly packages: readonly string[]
}

/** Ignored by git; removing it fetches every package again. */
const cache = process.env['TRUTH_CACHE'] ?? new URL('../../.cache/truth', import.meta.url).pathname

/** Folder with the files of a source, fetched by the package client of the machine when it is missing. Throws when it cannot be had. */
export function folderOf({ from, packages }: Source): string {
  if (from === 'debian') {
    const missing = packages.filter((one) => !existsSync(join(cache, 'unpacked', one)))
    if (missing.length > 0) fetchDebian(missing)
    return join(cache, 'debian')
  }
  const [name = ''] = packages
  const folder = join(cache, 'npm', name.replaceAll(/[/@]/g, '_'))
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

/** Absolute links of a package point into the tree that it would be installed in, not into this machine. */
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

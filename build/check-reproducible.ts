import { execFileSync } from 'node:child_process'
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { sha256 } from './sha256.ts'
import { root, type Target, targetName } from './target.ts'

/**
 * Builds `file` again from a copy of this checkout in another folder, with another time zone, language and home, and
 * compares the bytes. A TypeError reports a difference.
 */
export function checkReproducible({ target, file }: { target: Target; file: string }): string {
  // Inside the checkout, on the same disk as the packages, so that they can be linked.
  const elsewhere = mkdtempSync(join(root, 'dist/a-checkout-elsewhere-'))
  try {
    for (const name of ['src', 'build', 'package.json', 'package-lock.json', 'tsconfig.json']) {
      cpSync(join(root, name), join(elsewhere, name), { recursive: true })
    }
    linkFolder(join(root, 'node_modules'), join(elsewhere, 'node_modules'))
    execFileSync(nodeIn(elsewhere), ['build/executable.ts', '--target', targetName(target)], {
      cwd: elsewhere,
      env: { PATH: process.env['PATH'], TZ: 'Pacific/Auckland', LC_ALL: 'C', HOME: elsewhere },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [here, there] = [join(root, file), join(elsewhere, file)].map(sha256)
    if (here === there) return `${file}: built again in another folder, the same bytes`
    throw new TypeError(`${file} is not reproducible: ${here} here, ${there} in another folder.`)
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}

/** The Node in the copy if Node is one of the packages, otherwise the running one. */
function nodeIn(elsewhere: string): string {
  const path = relative(root, process.execPath)
  return path.startsWith('..') ? process.execPath : join(elsewhere, path)
}

/** Folders in which tools keep caches, which are not packages. */
const caches = new Set(['.cache', '.vite-temp', '.vitest-cache'])

function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (caches.has(entry.name)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, copy)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), copy)
    else linkFile(source, copy)
  }
}

/** A hard link has no trace of the original path of the package. It cannot link to another disk: a symbolic link can. */
function linkFile(source: string, copy: string): void {
  try {
    linkSync(source, copy)
  } catch {
    symlinkSync(source, copy)
  }
}

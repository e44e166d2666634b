// The program built from the present source, kept until the source changes: a start from TypeScript takes a second longer and 70 MB
// more. Plain JavaScript, since it runs at each start.
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const builds = join(root, 'dist/kept')
/** Other than the source: what decides which bytes are built. */
const inputs = [
  'package-lock.json',
  'build/code-cache.cjs',
  'build/computed-modules.ts',
  'build/loader.cjs',
  'build/program.ts',
]
/** A service that runs from an older build starts helper processes from the same file. */
const KEPT_BUILDS = 10

/**
 * Path of the JavaScript file that runs the program as its source is now: `node FILE <verb>` is the same as
 * `node src/main.ts <verb>`. The first call after a change builds it in about two seconds. Call it under the Node of the project.
 * @returns {string}
 */
export function keptBuild() {
  const folder = join(builds, sourceHash())
  const file = join(folder, 'main.cjs')
  if (existsSync(file)) return file
  const unfinished = `${folder}-${randomUUID()}`
  try {
    build(unfinished)
    renameSync(unfinished, folder)
  } catch (cause) {
    // Another process may have built the same in the meantime.
    if (!existsSync(file)) throw cause
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeOldBuilds()
  return file
}

function build(folder) {
  const { status, stderr } = spawnSync(process.execPath, ['build/program.ts', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`The program cannot be built.\n${stderr}`)
}

/** By content and not by time: a checkout of another commit gives files any time. */
function sourceHash() {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`)
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of [...sources.sort(), ...inputs.map((path) => join(root, path))]) {
    const bytes = readFileSync(file)
    hash.update(`\n${file.slice(root.length)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 32)
}

function removeOldBuilds() {
  const byAge = readdirSync(builds)
    .map((name) => join(builds, name))
    .map((path) => ({ path, madeAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeAt - a.madeAt)
  for (const { path } of byAge.slice(KEPT_BUILDS)) rmSync(path, { recursive: true, force: true })
}

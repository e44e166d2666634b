// Builds the program from the current source, and keeps the build until the source changes: a start from TypeScript takes a
// second longer and 70 MB more. Plain JavaScript, since it runs at each start.
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const builds = join(root, 'dist/kept')
/** File that names the build of the source, identified by the sizes and times of all files. */
const latest = join(builds, 'latest.json')
/** Number of builds that are kept: a service that runs from an older build starts helper processes from the same file. */
const KEPT_BUILDS = 10

/**
 * Path of the JavaScript file that runs the program of the current source: `node FILE <verb>` is the same as
 * `node src/main.ts <verb>`. The first call after a change builds it in about two seconds. Call it with the Node of the project.
 * @returns {string}
 */
export function keptBuild() {
  const files = sourceFiles()
  const times = timesOf(files)
  const known = buildOf(times)
  if (known !== null) return known
  const folder = join(builds, hashOf(files))
  const file = join(folder, 'main.cjs')
  if (!existsSync(file)) build(folder)
  if (!existsSync(file)) return keptBuild()
  writeWhole(latest, JSON.stringify({ times, file }))
  removeOldBuilds()
  return file
}

/** The same path if nothing has changed since the last call, in the source or among the installed packages; else null. */
export function unchangedBuild() {
  return buildOf(timesOf(sourceFiles()))
}

function sourceFiles() {
  const sources = ['src', 'build/program'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return [...sources.sort(), join(root, 'build/target.ts'), join(root, 'package-lock.json')]
}

const runtime = `${process.version} ${process.platform} ${process.arch}`

/** The change time of an inode (ctime) cannot be set, so equal times mean equal bytes. */
function timesOf(files) {
  const hash = createHash('sha256').update(runtime)
  for (const file of [...files, join(root, 'node_modules/.package-lock.json')]) {
    const stat = statSync(file, { throwIfNoEntry: false })
    hash.update(`\n${file} ${stat?.ino} ${stat?.size} ${stat?.mtimeMs} ${stat?.ctimeMs}`)
  }
  return hash.digest('hex')
}

function buildOf(times) {
  try {
    const known = JSON.parse(readFileSync(latest, 'utf8'))
    return known.times === times && existsSync(known.file) ? known.file : null
  } catch {
    return null // None yet.
  }
}

/** Hash of the content, so that a source that is restored finds its build. */
function hashOf(files) {
  const hash = createHash('sha256').update(runtime)
  for (const file of files) {
    const bytes = readFileSync(file)
    hash.update(`\n${file.slice(root.length)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 32)
}

function build(folder) {
  const unfinished = `${folder}-${randomUUID()}`
  if (process.stderr.isTTY)
    process.stderr.write('urlwitness: building the program, which takes a few seconds ...\n')
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['build/program/program.ts', unfinished],
      { cwd: root, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
    )
    if (status !== 0) throw new Error(`The program cannot be built.\n${stderr}`)
    // An edit during the build may or may not be in it.
    if (folder === join(builds, hashOf(sourceFiles()))) renameSync(unfinished, folder)
  } catch (cause) {
    // Another process may have built the same in the meantime.
    if (!existsSync(folder)) throw cause
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function writeWhole(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}-${randomUUID()}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}

function removeOldBuilds() {
  const byAge = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(builds, entry.name))
    .map((path) => ({ path, madeAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeAt - a.madeAt)
  for (const { path } of byAge.slice(KEPT_BUILDS)) rmSync(path, { recursive: true, force: true })
}

// The rules for the folders of the source that no linter checks: `npm run layout` prints every violation, and then fails.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import process from 'node:process'

const MAX_FILES_PER_FOLDER = 16
const MIN_LINES_FOR_ONE_IMPORTER = 25

/** Files that may lie directly in `src`. */
const rootFiles = new Set(['main.ts', 'fault.ts', 'README.md'])

export interface SourceFile {
  /** Path from the root of the project: `src/net/tls/handshake.ts`. */
  readonly path: string
  readonly text: string
}

/**
 * One sentence for each violation. `importers` are the files whose imports count (`src` and `build`: knip finds code that only
 * tests use); `map` is the text of `src/README.md`. A small file that has to be separate says so in a comment
 * `A separate file: <why>`.
 */
export function layoutFaults(
  sources: readonly SourceFile[],
  importers: readonly SourceFile[],
  map: string,
): string[] {
  return [
    ...strayFiles(sources),
    ...crowdedFolders(sources),
    ...unmappedFolders(sources, map),
    ...smallFilesWithOneImporter(sources, importers),
    ...sharedTypeNames(sources),
  ].sort()
}

function strayFiles(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path }) => dirname(path) === 'src' && !rootFiles.has(path.slice('src/'.length)))
    .map(({ path }) => `${path}: only ${[...rootFiles].join(', ')} and folders lie in src.`)
}

function crowdedFolders(sources: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of sources.filter(isTypeScript)) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES_PER_FOLDER)
    .map(
      ([folder, count]) =>
        `${folder}: ${count} files, ${MAX_FILES_PER_FOLDER} at most. Find the noun that some of them share.`,
    )
}

function unmappedFolders(sources: readonly SourceFile[], map: string): string[] {
  const folders = new Set(sources.filter(isTypeScript).map(({ path }) => dirname(path)))
  return [...folders]
    .filter((folder) => folder !== 'src' && !map.includes(`\`${folder.slice('src/'.length)}/\``))
    .map((folder) => `${folder}: src/README.md has no line for it.`)
}

function smallFilesWithOneImporter(
  sources: readonly SourceFile[],
  importers: readonly SourceFile[],
): string[] {
  const users = new Map<string, Set<string>>()
  for (const { path, text } of importers) {
    for (const imported of importsOf(path, text)) {
      users.set(imported, (users.get(imported) ?? new Set()).add(path))
    }
  }
  return sources.filter(isTypeScript).flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1
    const [user, another] = users.get(path) ?? []
    if (lines >= MIN_LINES_FOR_ONE_IMPORTER || user === undefined || another !== undefined)
      return []
    if (/A separate file: \S/.test(text)) return []
    return [
      `${path}: ${lines} lines that only ${user} imports. Move them there, or say "A separate file: why".`,
    ]
  })
}

/** If two files export a type of the same name, the name means two things to a reader. */
function sharedTypeNames(sources: readonly SourceFile[]): string[] {
  const declared = new Map<string, string[]>()
  for (const { path, text } of sources.filter(isTypeScript)) {
    for (const [, name = ''] of text.matchAll(/^export (?:type|interface|class) (\w+)/gm)) {
      declared.set(name, [...(declared.get(name) ?? []), path])
    }
  }
  return [...declared]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${paths.join(', ')}: ${name} is exported by each. Rename all but one.`)
}

/** The files of this project that a file imports, statically or by `import()`. */
function importsOf(path: string, text: string): string[] {
  const names = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'([^']+)'/g)
  return [...names].flatMap(([, name = '']) => {
    if (name.startsWith('#test/')) return []
    if (name.startsWith('#')) return [`src/${name.slice(1)}`]
    return name.startsWith('.') ? [normalize(join(dirname(path), name))] : []
  })
}

function isTypeScript({ path }: SourceFile): boolean {
  return path.endsWith('.ts')
}

function readFolder(root: string, folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const sources = readFolder(root, 'src')
  const map = readFileSync(join(root, 'src/README.md'), 'utf8')
  const faults = layoutFaults(sources, [...sources, ...readFolder(root, 'build')], map)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

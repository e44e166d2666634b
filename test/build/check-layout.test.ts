import { expect, test } from 'vitest'
import { layoutFaults, type SourceFile } from '../../build/check-layout.ts'

const map = '| `net/tls/` | world | handshake |'

function file(path: string, lines: number, text = ''): SourceFile {
  return { path, text: text + '\n'.repeat(lines) }
}

const entry = file('src/main.ts', 1, "import './fault.ts'\nimport '#net/tls/handshake.ts'")
const layout = [
  entry,
  file('src/fault.ts', 30),
  file('src/README.md', 1),
  file('src/net/tls/handshake.ts', 25),
]

test('a layout without faults has nothing to report', () => {
  expect(layoutFaults(layout, layout, map)).toEqual([])
})

test('a file beside main.ts is reported', () => {
  const sources = [...layout, file('src/sale.ts', 30)]
  expect(layoutFaults(sources, sources, map)).toEqual([
    'src/sale.ts: only main.ts, fault.ts, README.md and folders lie in src.',
  ])
})

test('a seventeenth TypeScript file in a folder is reported, a text beside sixteen is not', () => {
  const sixteen = [
    ...layout,
    ...Array.from({ length: 15 }, (_, n) => file(`src/net/tls/f${n}.ts`, 30)),
    file('src/net/tls/README.md', 3),
  ]
  expect(layoutFaults(sixteen, sixteen, map)).toEqual([])
  const more = [...sixteen, file('src/net/tls/one-more.ts', 30)]
  expect(layoutFaults(more, more, map)).toEqual([
    'src/net/tls: 17 files, 16 at most. Find the noun that some of them share.',
  ])
})

test('a folder that the map leaves out is reported, also one below a folder that it names', () => {
  const sources = [...layout, file('src/net/tls/wire/tap.ts', 30)]
  expect(layoutFaults(sources, sources, map)).toEqual([
    'src/net/tls/wire: src/README.md has no line for it.',
  ])
})

test('twenty-four lines with one importer are reported, unless a comment gives the reason', () => {
  const user = file(
    'src/net/tls/user.ts',
    30,
    "const { alert } = await import(\n  './alert.ts'\n)\nimport type { Group } from '#net/tls/groups.ts'\n",
  )
  const small = [
    ...layout,
    user,
    file('src/net/tls/alert.ts', 24),
    file('src/net/tls/groups.ts', 23, '// A separate file: generated from the registry.\n'),
  ]
  expect(layoutFaults(small, small, map)).toEqual([
    'src/net/tls/alert.ts: 24 lines that only src/net/tls/user.ts imports. Move them there, or say "A separate file: why".',
  ])
  const shared = [...small, file('src/net/tls/b.ts', 30, "import { alert } from './alert.ts'\n")]
  expect(layoutFaults(shared, shared, map)).toEqual([])
})

test('a type name that two files export is reported', () => {
  const sources = [
    ...layout,
    file('src/net/tls/a.ts', 30, 'export interface Session {}\n'),
    file('src/net/tls/b.ts', 30, 'export type Session = string\nexport const Other = 1\n'),
  ]
  expect(layoutFaults(sources, sources, map)).toEqual([
    'src/net/tls/a.ts, src/net/tls/b.ts: Session is exported by each. Rename all but one.',
  ])
})

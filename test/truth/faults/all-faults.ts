import type { Fault, FaultClass } from '../fault.ts'
import { rowsIn } from '../row-table.ts'
import { byRequest } from './by-request.ts'
import { damagedBytes } from './damaged-bytes.ts'
import { rewrittenPages } from './rewritten-pages.ts'

/** The class of the rows in each file. */
const tables: Readonly<Record<string, FaultClass>> = {
  'late.jsonl': 'late but well',
  'harmless.jsonl': 'harmless',
  'never-ready.jsonl': 'never ready',
  'fails-late.jsonl': 'fails late',
  'hidden.jsonl': 'cannot be seen',
  'garbage.jsonl': 'garbage or source on the screen',
  'words.jsonl': 'words of a broken site',
  'requests.jsonl': 'requests that fail in silence',
  'assets.jsonl': 'assets',
  'scripts.jsonl': 'scripts and policies',
  'deployment.jsonl': 'deployment',
  'links.jsonl': 'links',
}

export const allFaults: readonly Fault[] = [
  ...Object.entries(tables).flatMap(([file, group]) => rowsIn(file, group)),
  ...rewrittenPages,
  ...damagedBytes,
  ...byRequest,
]

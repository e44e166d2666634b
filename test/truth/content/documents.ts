import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { folderOf, isFetched, type Source } from '../packages.ts'
import { pages, unseenPages } from '../page.ts'

/** Kind and id of a signature. */
export interface Verdict {
  readonly kind: string
  readonly id: string
}

/**
 * `fault`: the page of a row of the bench with a fault; `look-alike`: of a row that only looks like one; `page`: a page of a
 * package as shipped; `call`: the response to a call or the file of such a row.
 */
export type Kind = 'fault' | 'look-alike' | 'page' | 'call'

export interface Document {
  /** Id of the row, and the path for a call. */
  readonly id: string
  readonly kind: Kind
  /** The verdict that the owner of the site would want for the row. */
  readonly wanted: 'PASS' | 'REVIEW' | 'ISSUE'
  readonly status: number
  /** Value of Content-Type; null if there is none. */
  readonly type: string | null
  readonly url: string
  readonly truncated: boolean
  readonly body: Uint8Array
}

/** A line of `documents.jsonl.gz`. The class is that of the row. */
type Line = Omit<Document, 'body' | 'truncated'> & {
  readonly class: string
  readonly truncated?: boolean
} & ({ readonly body: string } | { readonly base64: string })

/** What the rows of the bench served until a3e76ea2 and since; a page with a fault is a page of a cycle shop with that fault. */
export function servedDocuments(): readonly Document[] {
  const packed = readFileSync(new URL('documents.jsonl.gz', import.meta.url))
  return gunzipSync(packed)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { truncated = false, ...rest }: Line = JSON.parse(line)
      const body = 'body' in rest ? Buffer.from(rest.body) : Buffer.from(rest.base64, 'base64')
      return { ...rest, truncated, body }
    })
}

/** The pages of packages, of which none is committed. Missing packages are fetched, or left out. */
export function packagePages(missing: 'fetch' | 'leave out'): readonly Document[] {
  return [...pages, ...unseenPages].flatMap((page) => {
    // The other packages contain files that the page links to.
    const source: Source = { from: page.from, packages: page.packages.slice(0, 1) }
    if (missing === 'leave out' && !isFetched(source)) return []
    const file = join(folderOf(source), page.root, page.path)
    if (!existsSync(file)) return []
    const url = `https://www.shop-example.com/${page.path}`
    const facts = { status: 200, type: 'text/html', url, truncated: false }
    const wanted = page.defect?.wanted ?? 'PASS'
    return [{ id: page.id, kind: 'page', wanted, ...facts, body: readFileSync(file) }]
  })
}

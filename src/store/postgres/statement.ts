/** A statement that a connection prepares once, under its name. */
export interface SqlStatement {
  readonly name: string
  /** With `$1`, `$2` ... */
  readonly text: string
  /** The columns that those stand for, in order. */
  readonly columns: readonly string[]
}

export type Columns = Readonly<Record<string, unknown>>

/**
 * Writes `:name` for a value, as in the statements of SQLite. A value that PostgreSQL cannot give a type from its place needs a
 * cast: `:at::bigint`. `name`: of at most 63 bytes, and for this text only.
 */
export function statement(name: string, sql: string): SqlStatement {
  const columns: string[] = []
  const text = sql.replaceAll(/(?<!:):([a-zA-Z]\w*)/g, (_match, column: string) => {
    if (!columns.includes(column)) columns.push(column)
    return `$${columns.indexOf(column) + 1}`
  })
  return { name, text, columns }
}

export function valuesOf({ columns }: SqlStatement, given: Columns): unknown[] {
  return columns.map((column) => storable(given[column]))
}

/** Text in PostgreSQL has no U+0000, and a facilitator may send one in its reason. */
function storable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : (value ?? null)
}

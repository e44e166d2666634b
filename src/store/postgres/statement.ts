/** A statement that a connection prepares once, under its name. */
export interface SqlStatement {
  readonly name: string
  /** SQL with the parameters `$1`, `$2` ... */
  readonly text: string
  /** The names of those parameters, in order. */
  readonly columns: readonly string[]
}

export type Columns = Readonly<Record<string, unknown>>

/**
 * Makes a statement from SQL with `:name` for each value, as in the statements for SQLite. If PostgreSQL cannot infer
 * the type of a value from its place, the value needs a cast: `:at::bigint`. `name`: at most 63 bytes, and used for
 * this text only.
 */
export function statement(name: string, sql: string): SqlStatement {
  const columns: string[] = []
  const text = sql.replaceAll(/(?<!:):([a-zA-Z]\w*)/g, (_match, column: string) => {
    if (!columns.includes(column)) columns.push(column)
    return `$${columns.indexOf(column) + 1}`
  })
  return { name, text, columns }
}

/** The values of a statement in the order of its parameters. */
export function valuesOf({ columns }: SqlStatement, values: Columns): unknown[] {
  return columns.map((column) => storable(values[column]))
}

/** Text in PostgreSQL cannot contain U+0000, and a facilitator may send one in its reason. */
function storable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : (value ?? null)
}

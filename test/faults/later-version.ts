import { registerHooks } from 'node:module'
import { argv } from 'node:process'
import { z } from 'zod'

// Loaded before `crashing-service.ts`, it makes that program a fictitious later version of itself, with more steps in the
// PostgreSQL schema and otherwise the same.
const step = z.object({ version: z.number(), worksFrom: z.number(), sql: z.string() })
const { later } = z.object({ later: z.array(step) }).parse(JSON.parse(argv[2] ?? ''))

const migrations = '/src/store/postgres/migrations.ts'
const changes = [
  {
    file: migrations,
    from: 'sql: tablesSql() }]',
    to: `sql: tablesSql() }, ...${JSON.stringify(later)}]`,
  },
  { file: migrations, from: 'newestVersion = 1', to: `newestVersion = ${later.at(-1)?.version}` },
  // So that a step can take something away from the previous version.
  {
    file: '/src/store/postgres/connection.ts',
    from: "application_name: 'urlwitness'",
    to: "application_name: 'urlwitness later'",
  },
]

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    const own = changes.filter(({ file }) => url.endsWith(file))
    if (own.length === 0) return loaded
    const source = own.reduce((text, { file, from, to }) => {
      if (!text.includes(from)) throw new TypeError(`${file} has no ${from}`)
      return text.replace(from, () => to)
    }, String(loaded.source))
    return { ...loaded, source }
  },
})

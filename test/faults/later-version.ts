import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

const migrations = '/src/store/postgres/migrations.ts'
/** The steps that the plan of `crashing-service.ts` adds to the schema. */
const later = 'JSON.parse(process.argv[2]).later'
const changes = [
  {
    file: migrations,
    from: 'sql: evidenceClockSql },',
    to: `sql: evidenceClockSql }, ...${later},`,
  },
  { file: migrations, from: 'newestVersion = 2', to: `newestVersion = ${later}.at(-1).version` },
  // So that a step can take something away from the previous version.
  {
    file: '/src/store/postgres/connection.ts',
    from: "application_name: 'urlwitness'",
    to: "application_name: 'urlwitness later'",
  },
]

/**
 * Makes a bundle of `crashing-service.ts` a fictitious later version of that program, with more steps in the PostgreSQL schema
 * and otherwise the same.
 */
export const laterVersion: Plugin = {
  name: 'later-version',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/store\/postgres\/(migrations|connection)\.ts$/ }, ({ path }) => {
      const own = changes.filter(({ file }) => path.endsWith(file))
      const contents = own.reduce(
        (text, { file, from, to }) => {
          if (!text.includes(from)) throw new TypeError(`${file} has no ${from}`)
          return text.replace(from, () => to)
        },
        readFileSync(path, 'utf8'),
      )
      return { contents, loader: 'ts' }
    })
  },
}

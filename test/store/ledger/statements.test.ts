import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#store/database.ts'
import { prepareStatements } from '#store/ledger/statements.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'

const folder = temporaryFolder()
const database = openDatabase({ file: join(folder, 'ledger.sqlite') })
const { move, ...others } = prepareStatements(database)
const statements = Object.entries({ ...move, ...others })
const plan = z.array(z.object({ detail: z.string() }))

afterAll(() => {
  database.close()
})

test.each(statements)('%s scans no growing table', (_name, { source }) => {
  const names = Object.fromEntries([...source.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1]))
  const explain = database.prepare(`EXPLAIN QUERY PLAN ${source}`)
  const steps = plan.parse(
    source.includes('?')
      ? explain.all(...(source.match(/\?/g) ?? []).map(() => 1))
      : explain.all(names),
  )
  const walks = steps.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))
  // These have one row, six rows, no table at all, and the jobs of this process.
  const small = /^(SCAN (write_checks|state_counts|CONSTANT ROW|json_each VIRTUAL TABLE .*))?$/
  expect(walks.join(', ')).toMatch(small)
})

import { expect, test } from 'vitest'
import { readOperatingState } from '#alerts/operating-state.ts'
import type { Readiness } from '#job/readiness.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'

const works = { ok: true, detail: null }
const readiness: Readiness = {
  ready: false,
  mode: 'production',
  parts: { ledger: { ok: false, detail: 'The database does not answer.' }, facilitator: works },
  tools: {} as Readiness['tools'],
  jobs: { running: 0, limit: 10 },
}
const lost = async () => {
  throw new Error('The database does not answer.')
}
const parts = {
  clock: systemClock,
  log: silentLog,
  readiness: async () => readiness,
  unknownSettlements: lost,
  noRoom: async () => 'disk_error' as const,
  screenshots: lost,
  isOneDatabase: true,
  certificateExpiresAt: () => 7,
}

test('values from an unreachable database are undefined, and the others are read', async () => {
  expect(await readOperatingState(parts)).toEqual({
    now: expect.any(Number),
    readiness,
    unknownSettlements: undefined,
    noRoom: undefined,
    screenshots: undefined,
    certificateExpiresAt: 7,
  })
})

test('a disk that takes no screenshot is known beside a database on it', async () => {
  expect(await readOperatingState({ ...parts, isOneDatabase: false })).toMatchObject({
    noRoom: 'disk_error',
  })
})

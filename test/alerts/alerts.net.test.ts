import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAlerts } from '#alerts/alerts.ts'
import type { OperatingState } from '#alerts/conditions.ts'
import {
  type Behaviour,
  json,
  type LoopbackServer,
  openLoopbackServer,
} from '#test/equipment/network/loopback-http.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

const DAY = 86_400_000
const SECRET = 'token-of-the-operator'
const works = { ok: true, detail: null }
const broken = { ok: false, detail: 'It does not work: mend it.' }
const tool = { available: true, code: null }
const healthy = {
  readiness: {
    ready: true,
    mode: 'production',
    parts: { ledger: works, facilitator: works, browser: works, egress: works, disk: works },
    tools: { probe_url: tool, render_page: tool, verify_page: tool },
    jobs: { running: 0, limit: 10 },
  },
  unknownSettlements: 0,
  noRoom: null,
  screenshots: { bytes: 0, quotaBytes: 1_000 },
  certificateExpiresAt: 90 * DAY,
} satisfies Omit<OperatingState, 'now'>
const withPart = (name: string) => ({
  readiness: { ...healthy.readiness, parts: { ...healthy.readiness.parts, [name]: broken } },
})

let hook: LoopbackServer
let state: Omit<OperatingState, 'now'>
const time = steppedClock()
const log = openRecordedLog()
let alerts: { close(): Promise<void> }
let rounds = 0
let kept: Map<string, number>
/** Whether the database responds. */
let isUp: boolean

beforeEach(async () => {
  hook = await openLoopbackServer(json(200, {}))
  state = healthy
  kept = new Map()
  isUp = true
  alerts = open()
})

function open(): { close(): Promise<void> } {
  return openAlerts({
    clock: {
      ...time.clock,
      after: (ms, fn) => {
        // A shorter timer is the deadline of a message.
        if (ms === 30_000) rounds += 1
        return time.clock.after(ms, fn)
      },
    },
    log,
    url: `${hook.url}/hook/${SECRET}`,
    topic: null,
    service: 'https://verify.example.com',
    version: '0.1.0',
    read: async () => ({ now: time.clock.now(), ...state }),
    announced: {
      read: async () => new Map(up()),
      add: async (name, since) => void up().set(name, since),
      remove: async (name) => void up().delete(name),
    },
  })
}
const up = () => {
  if (!isUp) throw new Error('The database does not answer.')
  return kept
}
afterEach(async () => {
  await alerts.close()
  await hook.close()
  expect(JSON.stringify(log.lines)).not.toContain(SECRET)
})

/** Advances the clock by half a minute, and waits for the end of the round. */
async function round(): Promise<void> {
  const before = rounds
  time.advance(30_000)
  // The next round is scheduled when this one has ended.
  await vi.waitUntil(() => rounds > before)
}

const sent = () =>
  hook.seen.map(({ body }) => {
    const { alert, state: what, priority } = JSON.parse(body)
    return `${alert} ${what} ${priority}`
  })

const cases: readonly (readonly [string, Partial<OperatingState>, number, number])[] = [
  ['settlement_unknown', { unknownSettlements: 2 }, 4, 1],
  ['facilitator_down', withPart('facilitator'), 5, 2],
  ['ledger_unwritable', withPart('ledger'), 5, 1],
  ['browser_lost', withPart('browser'), 4, 3],
  ['browser_lost', withPart('egress'), 4, 3],
  ['disk_short', { noRoom: 'disk_full' }, 5, 1],
  ['disk_short', { noRoom: 'disk_error' }, 5, 1],
  ['quota_near_full', { screenshots: { bytes: 900, quotaBytes: 1_000 } }, 3, 1],
  ['quota_near_full', { noRoom: 'quota' }, 3, 1],
  ['certificate_expiring', { certificateExpiresAt: 0 }, 4, 1],
]
test.each(cases)(
  '%s with %j is sent once when it lasts, and once when it is over',
  async (name, change, priority, lasting) => {
    state = { ...healthy, ...change }
    for (let n = 1; n < lasting; n += 1) {
      await round()
      expect(sent()).toEqual([])
    }
    await round()
    expect(sent()).toEqual([`${name} firing ${priority}`])
    await round()
    expect(sent()).toHaveLength(1)
    state = { ...healthy, certificateExpiresAt: time.clock.now() + 90 * DAY }
    for (let n = 1; n < lasting; n += 1) {
      await round()
      expect(sent()).toHaveLength(1)
    }
    await round()
    expect(sent().slice(1)).toEqual([`${name} resolved 3`])
    await round()
    expect(sent()).toHaveLength(2)
  },
)

test('a message has the members of ntfy and says what to do', async () => {
  state = { ...healthy, unknownSettlements: 1 }
  await round()
  const [request] = hook.seen
  expect(request).toMatchObject({ method: 'POST', path: `/hook/${SECRET}` })
  expect(request?.headers['content-type']).toBe('application/json')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    title: 'urlwitness: Settlement outcome unknown',
    message:
      'The outcome of 1 settlement is unknown: the payment may have been made. Run `urlwitness ledger summary` for details. (https://verify.example.com)',
    priority: 4,
    tags: ['warning'],
    alert: 'settlement_unknown',
    state: 'firing',
    since: expect.stringMatching(/^\d{4}-.*Z$/),
    service: 'https://verify.example.com',
    version: '0.1.0',
  })
})

test('a condition that lasts over a restart is announced once, and its end once', async () => {
  state = { ...healthy, ...withPart('facilitator'), unknownSettlements: 1 }
  await round()
  await round()
  expect(sent()).toEqual(['settlement_unknown firing 4', 'facilitator_down firing 5'])
  const { since } = JSON.parse(hook.seen[1]?.body ?? '')
  await alerts.close()

  // A facilitator counts as working until its first failure.
  state = { ...healthy, unknownSettlements: 1 }
  alerts = open()
  await round()
  state = { ...healthy, ...withPart('facilitator'), unknownSettlements: 1 }
  await round()
  await round()
  expect(sent()).toHaveLength(2)
  state = healthy
  await round()
  await round()
  expect(sent().slice(2)).toEqual(['settlement_unknown resolved 3', 'facilitator_down resolved 3'])
  expect(JSON.parse(hook.seen[3]?.body ?? '').since).toBe(since)
  expect(kept.size).toBe(0)
  await alerts.close()
  alerts = open()
  await round()
  expect(sent()).toHaveLength(4)
})

test('a condition that ends before its minimum duration sends no alert', async () => {
  state = { ...healthy, ...withPart('browser') }
  await round()
  state = healthy
  await round()
  state = { ...healthy, ...withPart('browser') }
  await round()
  expect(sent()).toEqual([])
})

const moved: Behaviour = (_request, response) => {
  response.writeHead(302, { location: '/else' }).end()
}

test.each<readonly [string, Behaviour]>([
  ['500', json(500, {})],
  ['a redirect', moved],
])(
  'a webhook that sends %s gets the message again later, until it is accepted',
  async (_what, behaviour) => {
    hook.behave(behaviour)
    state = { ...healthy, noRoom: 'disk_full' }
    await round()
    await round()
    const tries = hook.seen.length
    expect(hook.seen.every(({ path }) => path.startsWith('/hook/'))).toBe(true)
    hook.behave(json(200, {}))
    for (let n = 0; n < 4; n += 1) await round()
    expect(hook.seen).toHaveLength(tries + 1)
    expect(sent().at(-1)).toBe('disk_short firing 5')
  },
)

test.each<[string, Behaviour]>([
  ['a page', (_request, response) => void response.end('<!doctype html>'.repeat(10_000))],
  ['a body without end', (_request, response) => void response.write('{')],
  [
    'a body that breaks off',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{')
      setTimeout(() => response.destroy(), 20)
    },
  ],
  [
    'a body that is not what its coding says',
    (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no'),
  ],
])('an alert whose receiver sends %s with status 200 is sent once', async (_what, behaviour) => {
  hook.behave(behaviour)
  state = { ...healthy, noRoom: 'disk_full' }
  for (let n = 0; n < 4; n += 1) await round()
  expect(sent()).toEqual(['disk_short firing 5'])
})

test('an alert that no receiver accepted gets no end message', async () => {
  await hook.down()
  state = { ...healthy, noRoom: 'disk_full' }
  await round()
  state = healthy
  await round()
  await hook.up()
  for (let n = 0; n < 4; n += 1) await round()
  expect(sent()).toEqual([])
})

const unread = { unknownSettlements: undefined, noRoom: undefined, screenshots: undefined }

test('a database outage sends one message at its start and one at its end, and earlier alerts stay active', async () => {
  state = { ...healthy, unknownSettlements: 1 }
  await round()
  isUp = false
  state = { ...healthy, ...withPart('ledger'), ...unread }
  for (let n = 0; n < 3; n += 1) await round()
  expect(sent()).toEqual(['settlement_unknown firing 4', 'ledger_unwritable firing 5'])
  expect([...kept.keys()]).toEqual(['settlement_unknown'])
  isUp = true
  state = { ...healthy, unknownSettlements: 1 }
  for (let n = 0; n < 2; n += 1) await round()
  expect(sent().slice(2)).toEqual(['ledger_unwritable resolved 3'])
  expect([...kept.keys()]).toEqual(['settlement_unknown'])
})

test('an alert that could not be stored is stored later, so that a restart does not repeat it', async () => {
  isUp = false
  state = { ...healthy, certificateExpiresAt: 0 }
  await round()
  expect(sent()).toEqual(['certificate_expiring firing 4'])
  expect(kept.size).toBe(0)
  isUp = true
  await round()
  await alerts.close()
  alerts = open()
  await round()
  expect(sent()).toHaveLength(1)
})

test('the alerts of an earlier run are read as soon as the database responds', async () => {
  state = { ...healthy, unknownSettlements: 1 }
  await round()
  await alerts.close()
  isUp = false
  state = { ...healthy, ...withPart('ledger'), ...unread }
  alerts = open()
  await round()
  isUp = true
  state = { ...healthy, unknownSettlements: 1 }
  await round()
  state = healthy
  await round()
  expect(sent().slice(1)).toEqual([
    'ledger_unwritable firing 5',
    'ledger_unwritable resolved 3',
    'settlement_unknown resolved 3',
  ])
  expect(kept.size).toBe(0)
})

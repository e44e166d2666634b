import { expect, test } from 'vitest'
import { keyNames } from '#settings/keys.ts'
import { loadSettings } from '#settings/load.ts'
import { changedKeys, printsAfter, withLive } from '#settings/reload.ts'

const load = (flags: Record<string, string>) => {
  const loaded = loadSettings({ flags, env: {}, readFile: () => '' })
  if (loaded.status === 'refused') throw new Error(loaded.problems.join('\n'))
  return loaded
}
const running = load({})
const given = load({
  'render-page-enabled': 'false',
  'probe-url-price-usd': '1',
  'limits-admitted-jobs': '3',
  'limits-links': '2',
  'evidence-ttl-hours': '1',
  'log-level': 'error',
  listen: '127.0.0.1:1',
})

test('a reload applies live settings and nothing else', () => {
  expect(withLive(running.settings, given.settings)).toEqual({
    ...running.settings,
    tools: given.settings.tools,
    limits: { ...running.settings.limits, admittedJobs: 3 },
    evidence: given.settings.evidence,
    logLevel: 'error',
  })
})

test('a reload names the applied settings, and keeps naming those that need a restart', () => {
  const needRestart = ['listen', 'limits.links']
  expect(changedKeys(running.prints, given.prints)).toEqual({
    applied: [
      'tools.probe_url.price_usd',
      'tools.render_page.enabled',
      'limits.admitted_jobs',
      'evidence.ttl_hours',
      'log_level',
    ],
    needRestart,
  })
  expect(changedKeys(printsAfter(running.prints, given.prints), given.prints)).toEqual({
    applied: [],
    needRestart,
  })
})

test('every live setting has its value under its name in code', () => {
  for (const { key, path, live } of keyNames) {
    const value = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), given.settings)
    if (live) expect(value, key).toBeDefined()
  }
})

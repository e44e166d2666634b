import { expect, test, vi } from 'vitest'
import { openLocalTools } from '#cli/check/run-locally.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { findTestChrome, needsChrome, testBrowserSettings } from '#test/equipment/browser/chrome.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { testSettings } from '#test/equipment/service/service.ts'

const chrome = findTestChrome()
vi.setConfig({ testTimeout: 60_000 })

/** The self-check waits this long for late connections, so no start takes less. */
const SHORTEST_START_MS = 200

test('the duration of a check excludes the start of the browser', needsChrome, async () => {
  const internet = await openInternet()
  const settings = testSettings({}, internet)
  const browser = { ...settings.browser, ...testBrowserSettings }
  const local = openLocalTools({
    settings: { ...settings, browser, chromePath: chrome },
    clock,
    random,
    tools: ['render_page'],
  })
  try {
    const began = performance.now()
    const outcome = await local.run('render_page', 'http://gone.example.com/')
    const tookMs = performance.now() - began
    if (outcome.status !== 'report') throw new TypeError(outcome.problem)
    expect(outcome.report.findings.map(({ code }) => code)).toEqual(['DNS_NXDOMAIN'])
    expect(outcome.report.duration_ms).toBeLessThan(tookMs - SHORTEST_START_MS)
  } finally {
    await local.close()
    await internet.close()
  }
})

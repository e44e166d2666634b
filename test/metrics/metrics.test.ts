import { expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import type { CallRecord } from '#job/call/call-record.ts'
import { systemClock } from '#runtime/clock.ts'
import { openSampleMetrics } from '#test/equipment/service/sample-metrics.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const early: CallRecord = {
  tool: 'probe_url',
  requestId: null,
  outcome: 'report',
  reason: null,
  code: null,
  stored: false,
  ms: 1_200,
  stepMs: {},
}
const call: CallRecord = {
  ...early,
  verdict: 'PASS',
  settlement: 'settled',
  payer: `0x${'a1'.repeat(20)}`,
  target: 'stranger.example.com',
  egress: { allowed: 3, blocked: 1, failed: 1, reasons: { not_public: 1, connect_refused: 1 } },
  stepMs: { verify: 40, run: 1_000, settle: 100 },
}

test('counts calls, settlements, verdicts and egress, and reports the current state', async () => {
  const metrics = openSampleMetrics()
  metrics.observe(call)
  metrics.observe({ ...early, outcome: 'quote', reason: 'x' })
  metrics.observe({ ...early, outcome: 'unavailable', code: 'at_capacity' })
  metrics.observe({ ...early, stored: true })
  const lines = await metrics.lines()
  metrics.close()
  expect(lines).toEqual(
    expect.arrayContaining([
      'urlwitness_calls_total{tool="probe_url",outcome="report",code=""} 1',
      'urlwitness_calls_total{tool="probe_url",outcome="quote",code=""} 1',
      'urlwitness_calls_total{tool="probe_url",outcome="unavailable",code="at_capacity"} 1',
      'urlwitness_calls_total{tool="probe_url",outcome="report_again",code=""} 1',
      'urlwitness_reports_total{tool="probe_url",verdict="PASS"} 1',
      'urlwitness_settlements_total{tool="probe_url",class="settled"} 1',
      'urlwitness_settlements_total{tool="verify_page",class="unknown"} 0',
      'urlwitness_job_duration_seconds_bucket{le="2",tool="probe_url"} 1',
      'urlwitness_job_duration_seconds_count{tool="probe_url"} 1',
      'urlwitness_step_duration_seconds_count{step="settle"} 1',
      'urlwitness_egress_decisions_total{decision="allowed"} 3',
      'urlwitness_egress_refusals_total{reason="not_public"} 1',
      'urlwitness_jobs_running 1',
      'urlwitness_browser_pages_busy 2',
      'urlwitness_browser_starts_total 4',
      'urlwitness_tool_for_sale{tool="verify_page"} 0',
      'urlwitness_ledger_calls{state="unknown"} 3',
      'urlwitness_evidence_bytes 123456',
      'urlwitness_evidence_quota_bytes 2048',
      'urlwitness_ready 1',
      'urlwitness_part_ok{part="facilitator"} 1',
      'urlwitness_part_ok{part="browser"} 0',
      'urlwitness_tool_available{tool="probe_url"} 1',
      'urlwitness_tool_available{tool="render_page"} 0',
      'urlwitness_certificate_expiry_timestamp_seconds 1800000000',
    ]),
  )
  expect(lines.join()).not.toMatch(/stranger|0xa1a1/)
  expect(lines.find((line) => line.startsWith('process_resident_memory_bytes '))).toMatch(
    / \d{7,}$/,
  )
})

test('a counter with an external source grows by the difference at each scrape', async () => {
  let started = 1
  const metrics = openSampleMetrics({ browsers: () => ({ busy: 0, limit: 6, started }) })
  await metrics.lines()
  started = 3
  expect(await metrics.lines()).toContain('urlwitness_browser_starts_total 3')
  metrics.close()
})

test('an unreadable disk leaves out only the metrics that depend on it', async () => {
  let broken = false
  const readable = async <T>(value: T): Promise<T> => {
    if (broken) throw new Fault('ledger_unavailable', 'The disk is gone.')
    return value
  }
  const counts = { running: 0, failed: 0, settling: 0, settled: 1, refused: 0, unknown: 0 }
  const metrics = openSampleMetrics({
    ledger: () => readable(counts),
    screenshots: () => readable({ count: 1, bytes: 2, quotaBytes: 4 }),
  })
  expect(await metrics.lines()).toContain('urlwitness_ledger_calls{state="settled"} 1')
  broken = true
  const lines = await metrics.lines()
  const told = lines.filter((line) => /^urlwitness_(ledger|evidence)/.test(line))
  expect(told).toEqual([])
  expect(lines).toContain('urlwitness_jobs_limit 10')
  broken = false
  expect(await metrics.lines()).toContain('urlwitness_evidence_bytes 2')
  metrics.close()
})

test('a call is counted in a few microseconds', () => {
  const metrics = openSampleMetrics()
  for (let warm = 0; warm < 2_000; warm += 1) metrics.observe(call)
  const microseconds = cpuMsOf(() => {
    for (let counted = 0; counted < 1_000; counted += 1) metrics.observe(call)
  })
  metrics.close()
  // Measured as 5 on a quiet machine; a paid call takes a hundred thousand.
  expect(microseconds).toBeLessThan(500)
})

test('an event loop stall is measured', async () => {
  let now = 0
  let tick = () => {}
  const clock = {
    ...systemClock,
    monotonicMs: () => now,
    after: (_ms: number, fn: () => void) => {
      tick = fn
      return () => {}
    },
  }
  const metrics = openSampleMetrics({ clock })
  now = 500
  tick()
  now = 2_500
  tick()
  expect(await metrics.lines()).toEqual(
    expect.arrayContaining([
      'nodejs_eventloop_lag_seconds_bucket{le="0.005"} 1',
      'nodejs_eventloop_lag_seconds_bucket{le="2"} 2',
      'nodejs_eventloop_lag_seconds_sum 1.5',
    ]),
  )
})

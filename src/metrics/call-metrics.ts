import { Counter, Histogram, type Registry } from 'prom-client'
import type { CallRecord } from '#job/call/call-record.ts'
import { tools } from '#tools/tool.ts'

/** Buckets in seconds, from an early refusal to the deadline of a call. */
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30]

/**
 * Counts calls as they end. Every label value is from a closed set that this service defines: text that a client or a
 * facilitator chooses freely (`reason`, hosts, payers) goes to the log, since each value would be a new time series here.
 */
export function callMetrics(registry: Registry): (call: CallRecord) => void {
  const registers = [registry]
  const calls = new Counter({
    name: 'urlwitness_calls_total',
    help: 'Requests on paid routes by outcome; quote: a 402, unavailable: a 503 with its code',
    labelNames: ['tool', 'outcome', 'code'],
    registers,
  })
  const verdicts = new Counter({
    name: 'urlwitness_reports_total',
    help: 'Reports that a job ended with, settled or not',
    labelNames: ['tool', 'verdict'],
    registers,
  })
  const settlements = new Counter({
    name: 'urlwitness_settlements_total',
    help: 'Settlements by the response of the facilitator; the later state of unknown ones is in urlwitness_ledger_calls',
    labelNames: ['tool', 'class'],
    registers,
  })
  const took = new Histogram({
    name: 'urlwitness_job_duration_seconds',
    help: 'Calls that executed a job, from the request to the response',
    labelNames: ['tool'],
    buckets: callBuckets,
    registers,
  })
  const steps = new Histogram({
    name: 'urlwitness_step_duration_seconds',
    help: 'Steps of paid calls',
    labelNames: ['step'],
    buckets: callBuckets,
    registers,
  })
  const countEgress = egressMetrics(registry)
  for (const tool of tools) {
    for (const label of ['settled', 'refused', 'unknown']) {
      settlements.inc({ tool, class: label }, 0)
    }
  }
  return (call) => {
    const { tool, outcome, code, verdict, settlement, egress, stepMs } = call
    calls.inc({ tool, outcome: call.stored ? 'report_again' : outcome, code: code ?? '' })
    if (verdict !== undefined) verdicts.inc({ tool, verdict })
    if (settlement !== undefined) settlements.inc({ tool, class: settlement })
    if (stepMs.run !== undefined) took.observe({ tool }, call.ms / 1000)
    for (const [step, ms] of Object.entries(stepMs)) steps.observe({ step }, ms / 1000)
    if (egress !== undefined) countEgress(egress)
  }
}

function egressMetrics(registry: Registry): (egress: NonNullable<CallRecord['egress']>) => void {
  const registers = [registry]
  const decisions = new Counter({
    name: 'urlwitness_egress_decisions_total',
    help: 'Connections of probes and requests of browsers: allowed, blocked by policy or cap, or failed',
    labelNames: ['decision'],
    registers,
  })
  const refusals = new Counter({
    name: 'urlwitness_egress_refusals_total',
    help: 'Connections and requests that were blocked or failed, by reason',
    labelNames: ['reason'],
    registers,
  })
  return ({ allowed, blocked, failed, reasons }) => {
    for (const [decision, count] of Object.entries({ allowed, blocked, failed })) {
      decisions.inc({ decision }, count)
    }
    for (const [reason, count] of Object.entries(reasons)) refusals.inc({ reason }, count)
  }
}

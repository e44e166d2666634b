import { documentPaths, type ServiceFacts } from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { page } from './page.ts'
import { type LiveStatus, type SaleStatus, saleStatus } from './sale-status.ts'

/** The checks of the parts of the service in one interval. */
export interface StatusSlot {
  /** Epoch milliseconds. */
  readonly from: number
  /** How often the parts were checked. */
  readonly samples: number
  /** How often a part did not work, by part; parts that always worked are absent. */
  readonly failed: Readonly<Record<string, number>>
}

export interface StatusHistory {
  readonly slotMs: number
  /** Every slot of the last 24 hours, oldest first. In a slot without samples the process did not run, and nothing is known. */
  readonly slots: readonly StatusSlot[]
  /** The first sample in that time, epoch milliseconds; null before it. */
  readonly since: number | null
}

export interface StatusView {
  readonly live: LiveStatus
  readonly history: StatusHistory
  /** Epoch milliseconds. */
  readonly now: number
}

/** The body of `GET /status.json`. */
export function statusBody(facts: ServiceFacts, { live, history, now }: StatusView) {
  const { sentence, reasons } = saleStatus(facts, live)
  const sampledSlots = history.slots.filter(({ samples }) => samples > 0)
  return {
    service: facts.service,
    version: facts.version,
    mode: facts.mode,
    checked_at: timeText(now),
    selling: Object.values(reasons).some((reason) => reason === null),
    summary: sentence,
    tools: Object.fromEntries(
      Object.entries(reasons).map(([tool, reason]) => [
        tool,
        { for_sale: reason === null, reason },
      ]),
    ),
    parts: live.parts,
    jobs: { running: live.running, limit: live.limit },
    last_24_hours: {
      slot_minutes: history.slotMs / 60_000,
      watched_since: history.since === null ? null : timeText(history.since),
      slots: sampledSlots.map(({ from, samples, failed }) => ({
        from: timeText(from),
        samples,
        failed,
      })),
    },
  }
}

/** `GET /status` for people. */
export function statusPage(facts: ServiceFacts, status: StatusView): string {
  const { live, history, now } = status
  const selling = saleStatus(facts, live)
  return page(facts, {
    path: documentPaths.status,
    title: `${facts.service}: status`,
    description:
      'What can be bought now, whether every part of the service works, and the last 24 hours.',
    content: html`<main id="main"><h1>Status</h1>
<p class="card banner ${selling.tone} lead">${selling.sentence}</p>
<p class="muted">${live.running} of ${live.limit} job slots in use. Checked at ${timeMarkup(now)}. This status is also available as <a href="${documentPaths.statusJson}">JSON</a>; load balancers use <a href="${documentPaths.ready}">/ready</a>.</p>
<section aria-labelledby="parts"><h2 id="parts">Parts, last 24 hours</h2>
<div class="card"><ul class="states">${Object.entries(live.parts).map(([name, part]) => partRow(name, part, history))}</ul>
${legend(history, now)}</div></section>
<section aria-labelledby="tools"><h2 id="tools">Tools</h2>
<div class="card"><ul class="states">${facts.tools.map(({ tool, priceUsd }) => toolRow(tool, priceUsd, selling))}</ul></div></section>
</main>`,
  })
}

const partTitles: Readonly<Record<string, string>> = {
  configuration: 'Configuration',
  ledger: 'Ledger of payments',
  facilitator: 'Payment facilitator',
  browser: 'Browser',
  egress: 'Guarded network egress',
  disk: 'Disk for screenshots',
}

function partRow(
  name: string,
  { ok, detail }: { readonly ok: boolean; readonly detail: string | null },
  history: StatusHistory,
): Markup {
  return html`<li><p class="row"><strong>${partTitles[name] ?? name}</strong><span class="tag ${ok ? 'PASS' : 'ISSUE'}">${ok ? 'works' : 'does not work'}</span></p>
${detail === null ? null : html`<p class="small">${detail}</p>`}${historyChart(name, history)}</li>`
}

/** One rectangle for each slot, with presentation attributes only, and the same in words. */
function historyChart(part: string, { slots }: StatusHistory): Markup {
  const width = 10
  const samples = sum(slots.map((slot) => slot.samples))
  const failed = sum(slots.map((slot) => slot.failed[part] ?? 0))
  const text =
    samples === 0 ? 'not checked yet' : `worked in ${samples - failed} of ${samples} samples`
  return html`<svg class="slots" role="img" aria-label="${text}" viewBox="0 0 ${slots.length * width} 20" preserveAspectRatio="none">${slots.map(
    (slot, index) =>
      html`<rect class="${toneOf(slot, part)}" x="${index * width}" y="0" width="${width - 2}" height="20"><title>${timeText(slot.from)}: ${slot.samples === 0 ? 'unknown' : `${slot.failed[part] ?? 0} of ${slot.samples} samples failed`}</title></rect>`,
  )}</svg><p class="small">${text}</p>`
}

function toneOf({ samples, failed }: StatusSlot, part: string): string {
  const count = failed[part] ?? 0
  if (samples === 0) return 'unseen'
  if (count === 0) return 'PASS'
  return count === samples ? 'ISSUE' : 'REVIEW'
}

function legend({ slots, slotMs, since }: StatusHistory, now: number): Markup {
  const oldest = slots[0]?.from ?? now
  return html`<p class="axis small"><span>24 hours ago</span><span>now, ${timeText(now).slice(11, 16)} UTC</span></p>
<p class="small">Each mark covers ${slotMs / 60_000} minutes. Green: worked; amber: failed at times; red: failed; hollow: unknown.${
    since === null || since === oldest
      ? null
      : html` This process started to check at ${timeMarkup(since)}; the state before that is unknown.`
  }</p>`
}

function toolRow(tool: string, priceUsd: string, { reasons }: SaleStatus): Markup {
  const reason = reasons[tool] ?? null
  return html`<li><p class="row"><strong class="mono">${tool}</strong><span>${priceUsd} USD</span><span class="tag ${reason === null ? 'PASS' : 'REVIEW'}">${reason === null ? 'for sale' : 'not for sale'}</span></p>${reason === null ? null : html`<p class="small">${reason}</p>`}</li>`
}

/** RFC 3339 in UTC, to the second. */
function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z')
}

function timeMarkup(epochMs: number): Markup {
  const text = timeText(epochMs)
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

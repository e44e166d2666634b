import { counted } from '#findings/rule/counted.ts'
import { consolePath } from '#http/console/access/paths.ts'
import type { Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import { form } from '#http/console/view/layout.ts'
import { table } from '#http/console/view/table.ts'
import { shortened, time } from '#http/console/view/text.ts'
import type { LedgerDetail } from '#payment/ledger/ledger-view.ts'
import { noFilter } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { ageText } from '#runtime/time-text.ts'

// Limit of the calls listed: a facilitator that is down for a day leaves hundreds. The list of reasons covers all of them.
const MAX_LISTED = 50

/** Payments whose settlement outcome is unknown; null without any. */
export async function unknownSettlements(
  { view }: OperatorView,
  session: Session,
  { clock }: ConsoleContext,
): Promise<Markup | null> {
  const groups = await view.unknownGroups()
  const count = groups.reduce((total, group) => total + group.count, 0)
  if (count === 0) return null
  const now = clock.now()
  const listed = await view.list({ ...noFilter, state: 'unknown', limit: MAX_LISTED })
  const details = await Promise.all(listed.map(({ jobId }) => view.detail(jobId)))
  const rows = details.flatMap((detail) => (detail === null ? [] : [rowOf(detail, now)]))
  return html`<div id="unknown"><div class="card banner REVIEW"><p><strong class="tag">${counted(count, 'call')} whose money may have moved.</strong></p>
<ul>${groups
    .slice(0, 10)
    .map(
      ({ reason, count: groupCount, amountAtomic, since, network }) =>
        html`<li>${groupCount} × <b>${reason ?? 'no reason recorded'}</b>, ${atomicToUsd(amountAtomic)} USD on ${network}, since ${ageText(now - since)}</li>`,
    )}</ul>
<p class="muted">The service looks up the outcome by itself at growing intervals. A call that the chain does not decide can be resolved by hand on its page.</p>
${form({ action: '/reconcile', session, fields: html`<button type="submit">Look up now</button>` })}</div>
<div class="card">${table(
    count > listed.length ? `The latest ${listed.length} of ${count}` : counted(count, 'call'),
    [
      { title: 'Since' },
      { title: 'Call' },
      { title: 'Payer' },
      { title: 'USD', right: true },
      { title: 'Why' },
      { title: 'Lookups', right: true },
      { title: 'Last result' },
    ],
    rows,
  )}</div></div>`
}

function rowOf({ entry, search }: LedgerDetail, now: number) {
  const { jobId, key, tool, reason, amountAtomic, changedAt } = entry
  return [
    html`<span class="nowrap">${time(changedAt)}</span><br><span class="muted">${ageText(now - changedAt)}</span>`,
    html`<a href="${consolePath}/calls/${encodeURIComponent(jobId)}">${tool}<span class="sr"> call ${jobId}</span></a>`,
    shortened(key.payer),
    atomicToUsd(amountAtomic),
    reason,
    search === null ? null : `${search.attempts} ×`,
    search?.lastDetail ?? null,
  ]
}

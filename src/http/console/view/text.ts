import { html, type Markup } from '#report/html/markup.ts'
import { MAX_TIME, shortTime, timeOf } from '#runtime/time-text.ts'

/** `2026-01-31 12:00:00 UTC`, as markup. */
export function time(epochMs: number): Markup {
  if (Math.abs(epochMs) > MAX_TIME) return html`${String(epochMs)}`
  return html`<time datetime="${timeOf(epochMs)}">${shortTime(epochMs)} UTC</time>`
}

/** `850 ms`, `4.2 s`, `12 s`, `3 min`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${Number((ms / 1_000).toFixed(1))} s`
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`
  return `${Math.round(ms / 60_000)} min`
}

/** An address or a hash, shortened for a table; its title has the whole text. */
export function shortened(text: string): Markup {
  if (text.length <= 16) return html`<span class="mono nowrap">${text}</span>`
  return html`<span class="mono nowrap" title="${text}">${text.slice(0, 8)}…${text.slice(-4)}</span>`
}

// A separate file: one veto a file.
import { MAX_HEADINGS, type Page } from '#content/page.ts'

/** Whether the lines of the page are rows: names and states, phrases and meanings, dates or numbers. */
export function isList(page: Page): boolean {
  const lines = page.lines.map(({ text }) => text)
  return (
    page.headings.length > MAX_HEADINGS ||
    lines.filter((one) => row.test(one)).length >= MIN_ROWS ||
    new Set(lines.filter((one) => /^\d[\d.,]*$/.test(one))).size > MIN_ROWS
  )
}

/** A name with its state, or a phrase with its meaning. */
const row = /^[^.!?:]{2,60}? ?(?::|\u2013|\u2014) ?[^:]{2,80}$/u
const MIN_ROWS = 3

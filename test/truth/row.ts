import { type Fault, type Group, type Interceptor, instead, type Verdict } from './fault.ts'

type Row = (
  id: string,
  why: string,
  intercept: readonly Interceptor[],
  more?: Partial<Fault>,
) => Fault

/** Makers of rows of one class, by the verdict that is wanted. */
export function rowsOf(group: Group): Readonly<Record<'issue' | 'review' | 'pass', Row>> {
  const row =
    (wanted: Verdict): Row =>
    (id, why, intercept, more = {}) => ({ id, group, wanted, why, intercept, ...more })
  return { issue: row('ISSUE'), review: row('REVIEW'), pass: row('PASS') }
}

interface WholePage {
  readonly lang?: string
  readonly head?: string
  readonly status?: number
}

/** A short document in the page's place. */
export function whole(title: string, body: string, more: WholePage = {}): Interceptor {
  const { lang = 'en', head = '', status = 200 } = more
  return instead(
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}</head><body>${body}</body></html>`,
    status,
  )
}

/** For rows that only a browser can see. */
export const inBrowser: Partial<Fault> = { tools: 'RV' }

import { atTop, type FaultySite, type Interceptor } from '#test/truth/fault.ts'

const strip =
  'position:relative;z-index:2147480000;background:#fff;color:#222;padding:16px 24px;font:16px/1.5 sans-serif;text-align:left'

/** A section of the page in front of the rest, including a fixed header. */
export function panel(markup: string | ((site: FaultySite) => string)): Interceptor {
  return atTop((site) => {
    const inner = typeof markup === 'function' ? markup(site) : markup
    return `<section style="${strip}">${inner}</section>`
  })
}

/** A script as a build tool wraps it. */
export function own(source: string): string {
  return `(()=>{${source}})();`
}

import { application, atEnd, atTop, bundle, type Interceptor } from '../../fault.ts'
import { whole } from '../../row.ts'

const box = (html: string) =>
  `<section style="position:relative;z-index:5;clear:both;margin:24px auto;max-width:720px;padding:24px;border:1px solid #cbd2d9;background:#fff;color:#1f2933;font:16px/1.5 sans-serif">${html}</section>`

/** A section of the site's page, before or after its content. */
export const above = (html: string): Interceptor => atTop(box(html))
export const below = (html: string): Interceptor => atEnd(box(html))

/** A section that the page's own code draws `ms` milliseconds after it has run. */
export const drawnLater = (html: string, ms: number, after = ''): Interceptor =>
  bundle(
    `setTimeout(() => { document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(box(html))});${after} }, ${ms})`,
  )

/** An application of one script that draws only this. */
export const drawn = (html: string, after = ''): Interceptor =>
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(html)};${after}`)

/** The navigation of a product around the content of one of its pages. */
export const product = (main: string) =>
  `<header style="display:flex;gap:16px;padding:12px 24px;border-bottom:1px solid #ddd"><strong>Tidewater</strong> <a href="#overview">Overview</a> <a href="#reports">Reports</a> <a href="#settings">Settings</a></header><main style="padding:24px">${main}</main><footer style="padding:24px">© 2026 Tidewater Analytics Ltd.</footer>`

/** A page of a product. */
export const page = (
  title: string,
  main: string,
  more: Parameters<typeof whole>[2] = {},
): Interceptor => whole(`${title} – Tidewater`, product(main), more)

/** The product's description of itself. */
export const pitch =
  '<p>Tidewater collects the readings of your meters, compares them with the weather, and sends a report to the people who run the building. It takes an afternoon to connect, and there is nothing to install on the roof or in the cellar.</p>'

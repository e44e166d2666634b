import { bundle, type Interceptor } from '../../fault.ts'
import { whole } from '../../row.ts'

interface Shop {
  readonly title?: string
  readonly lang?: string
  readonly head?: string
}

const style = `<style>
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #fff }
header, main, footer { max-width: 60rem; margin: 0 auto; padding: 1rem }
nav a { margin-right: 1rem }
h1 { font-size: 2rem }
.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem }
.card { border: 1px solid #cbd2d9; border-radius: 6px; padding: 1rem }
</style>`

/** A page of a shop: `main` between a healthy header and footer. */
export function shop(main: string, more: Shop = {}): Interceptor {
  const { title = 'Northwind Outdoor', lang = 'en', head = '' } = more
  const header =
    '<header><strong>Northwind Outdoor</strong><nav><a href="#top">Home</a><a href="#tents">Tents</a><a href="#boots">Boots</a></nav></header>'
  const footer = '<footer id="boots"><p>© 2026 Northwind Outdoor, Bergen</p></footer>'
  return whole(title, `<a id="top"></a>${header}<main id="tents">${main}</main>${footer}`, {
    lang,
    head: style + head,
  })
}

/** A component at the top of the healthy page, drawn by the site's own bundle. */
export function component(markup: string): Interceptor {
  return bundle(drawing(markup))
}

/** Source of a script that draws a component at the top of the page. */
export function drawing(markup: string): string {
  return `{
const box = document.createElement('section')
box.style.cssText = 'position:relative;z-index:9999;background:#fff;color:#222;padding:16px;font:16px/1.5 sans-serif'
box.innerHTML = ${JSON.stringify(markup)}
document.body.prepend(box)
}`
}

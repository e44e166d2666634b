import { application } from '../../fault.ts'
import { whole } from '../../row.ts'

const style =
  '<style>body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2327;background:#fff}header,footer{padding:16px 24px;background:#f1efe9}nav a{margin-right:16px}main{max-width:60rem;margin:0 auto;padding:24px}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px}.card{border:1px solid #d8d4c8;padding:16px}</style>'

/** Header and footer of a shop around `main`. */
export const framed = (main: string): string =>
  `<header><strong>Kettle &amp; Loom</strong><nav><a href="#new">New in</a><a href="#visit">Visit us</a></nav></header><main>${main}</main><footer id="visit"><p>Kettle &amp; Loom, 14 Harbour Street. Open from Tuesday to Saturday, 10 to 18.</p></footer>`

const goods = [
  ['Linen apron', 'Washed linen with two pockets, made in the mill at the end of our street.'],
  ['Enamel kettle', 'Holds two litres, works on induction and comes with a spare lid knob.'],
  ['Wool blanket', 'Woven from undyed wool of local sheep, 130 by 180 centimetres.'],
]

/** Product cards of a shop. */
export const cards = `<section id="new"><h2>New in</h2><div class="grid">${goods
  .map(([name, text]) => `<article class="card"><h3>${name}</h3><p>${text}</p></article>`)
  .join('')}</div></section>`

interface Shop {
  readonly lang?: string
  readonly head?: string
  readonly status?: number
}

/** A full page of a shop. */
export const shop = (title: string, main: string, { head = '', ...more }: Shop = {}) =>
  whole(title, framed(main), { ...more, head: style + head })

/** An application whose script draws `markup` at once and then runs `then`. */
export const draws = (markup: string, then = '') =>
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)};${then}`)

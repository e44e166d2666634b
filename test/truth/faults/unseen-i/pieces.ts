import type { Interceptor } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { whole } from '../../row.ts'

export const style = `<style>
:root { --ink: #22303a; --paper: #fdfbf7; --accent: #a5402d }
body { margin: 0; font: 17px/1.6 Georgia, serif; color: #22303a; background: #fdfbf7 }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 1.2rem 1.5rem }
header { display: flex; justify-content: space-between; border-bottom: 1px solid #d8d2c6 }
h1 { font-size: 2.2rem; line-height: 1.2 }
.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem }
.card { padding: 1rem; background: #fff; border: 1px solid #d8d2c6; border-radius: 6px }
footer { color: #6b7680; border-top: 1px solid #d8d2c6 }
</style>`

export const header =
  '<header><strong>Lindqvist Ceramics</strong><span>Workshop in Gustavsberg since 1988</span></header>'

export const footer =
  '<footer><p>Lindqvist Ceramics, Odelbergs väg 9, 134 40 Gustavsberg. Open from Wednesday to Sunday, 11 to 17.</p></footer>'

export const cards =
  '<section class="cards"><div class="card"><h2>Bowls</h2><p>Thrown by hand from Danish stoneware clay and fired twice at 1250 degrees.</p></div><div class="card"><h2>Vases</h2><p>Tall forms with an ash glaze that differs from piece to piece.</p></div><div class="card"><h2>Courses</h2><p>Two evenings at the wheel in groups of six, with clay and firing included.</p></div></section>'

export const intro =
  '<h1>Stoneware for the kitchen and the table</h1><p>Everything that we sell is made in our own workshop by four potters. We ship to all of Europe, packed in straw paper, and replace what breaks on the way.</p>'

/** A page of a small firm, with `main` between its header and its footer. */
export const firm = (
  main: string,
  more: { lang?: string; head?: string; status?: number } = {},
): Interceptor =>
  whole('Lindqvist Ceramics', `${header}<main>${main}</main>${footer}`, {
    ...more,
    head: style + (more.head ?? ''),
  })

/** A response with this type and body that browsers must not sniff. */
export function bytes(type: string, body: Uint8Array, status = 200): Reply {
  return { status, headers: { 'content-type': type, 'x-content-type-options': 'nosniff' }, body }
}

/** The document that the host of an application serves for every unknown path. */
export const fallback = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lindqvist</title></head><body><div id="app"></div></body></html>',
)

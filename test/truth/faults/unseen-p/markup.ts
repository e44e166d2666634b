import { application, atEnd, bundle, type FaultySite, type Interceptor } from '../../fault.ts'
import { whole } from '../../row.ts'

interface Place {
  readonly lang?: string
  readonly head?: string
  readonly status?: number
}

const look =
  '<style>body{margin:0;font:17px/1.55 Georgia,serif;color:#22303a;background:#fbfaf6}header,main,footer{max-width:880px;margin:auto;padding:16px 24px}header{display:flex;justify-content:space-between;border-bottom:2px solid #c8b68a}li{margin:6px 0}footer{border-top:1px solid #d9d2be;font-size:14px}</style>'

/** A page of a small business: its name at the top, then the body, and its postal address at the bottom. */
export function place(name: string, body: string, { head = '', ...more }: Place = {}): Interceptor {
  return whole(
    name,
    `<header><strong>${name}</strong><span>+34 952 410 118</span></header><main>${body}</main><footer>${name} · Calle del Puerto 14 · 29016</footer>`,
    { ...more, head: look + head },
  )
}

/** The page is an application that draws markup, and then runs a script. */
export function drawsPage(markup: string, then = '', name = 'Bodega Sur'): Interceptor {
  return application(
    `document.getElementById('root').innerHTML = ${JSON.stringify(`<header><strong>${name}</strong></header><main>${markup}</main>`)};${then}`,
    look,
  )
}

/** A section at the end of the page, and the script that fills it. */
export function section(
  markup: string,
  script: string | ((site: FaultySite) => string),
): readonly Interceptor[] {
  return [atEnd(block(markup)), bundle(script)]
}

/** A section that stays visible in any page layout. */
export function block(markup: string): string {
  return `<section style="position:relative;clear:both;margin:24px;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`
}

/** Markup in UTF-8, read as Windows-1252 and saved again. */
export function misread(words: string): string {
  return new TextDecoder('windows-1252').decode(new TextEncoder().encode(words))
}

export const rooms =
  '<h2>Habitaciones</h2><p>Todas las habitaciones dan al patio o a la calle del puerto, y el desayuno se sirve de ocho a once.</p><ul><li>Individual, 58 €</li><li>Doble con balcón, 84 €</li><li>Familiar, 112 €</li></ul>'

export const lessons =
  '<h2>Unterricht</h2><p>Die Musikschule unterrichtet Kinder und Erwachsene an drei Orten. Im Winter beginnt ein neuer Kurs für Blockflöte, und das Orchester probt jeden Donnerstag im Saal der alten Post.</p>'

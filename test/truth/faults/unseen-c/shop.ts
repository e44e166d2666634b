import { type FaultySite, type Interceptor, inHead } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { whole } from '../../row.ts'

/** Paragraphs of healthy pages of small shops, in the languages of their visitors. */
export const prose = {
  de: '<p>Seit 1923 backen wir in der Marktstraße Brot aus Mehl der Mühle nebenan. Geöffnet ist dienstags bis samstags von sechs bis achtzehn Uhr, Torten nehmen wir bis zum Vortag an. Die Parkplätze hinter dem Haus sind für unsere Kunden frei.</p>',
  fr: '<p>Depuis trois générations, notre atelier répare les instruments à cordes de la région. Les violons sont au rez-de-chaussée, les guitares à l’étage, et le café est toujours chaud. Nous vous recevons du mardi au samedi, de préférence sur rendez-vous.</p>',
  it: '<p>La nostra cantina si trova tra le colline, a dieci minuti dal paese. Produciamo quattro vini e un olio, e ogni sabato accompagniamo gli ospiti tra i filari. Le visite durano due ore e finiscono a tavola con il pane del forno vicino.</p>',
  nl: '<p>Onze fietsenmaker zit al veertig jaar op de hoek van de gracht. Wij verkopen stadsfietsen, bakfietsen en onderdelen, en een lekke band is binnen een uur geplakt. Loop gerust binnen, de koffie staat klaar en de hond is vriendelijk.</p>',
  en: '<p>We are a family of gardeners on the edge of the moor. The nursery sells heathers, ferns and small trees that stand the wind, and we deliver within thirty miles. The gate is open every day from March to October, dogs on leads are welcome.</p>',
} as const

export type Language = keyof typeof prose

const titles: Readonly<Record<Language, string>> = {
  de: 'Bäckerei Lindner',
  fr: 'Atelier Moreau, luthiers',
  it: 'Cantina Bellavista',
  nl: 'Fietsen van Dijk',
  en: 'Moorside Nursery',
}

interface Shop {
  /** Markup below the heading. */
  readonly top?: string
  /** Markup after the text. */
  readonly bottom?: string
  readonly head?: string
  readonly status?: number
}

/** A small page of a shop that is healthy except for the added markup. */
export function shop(lang: Language, { top = '', bottom = '', head = '', status = 200 }: Shop) {
  const body = `<header><h1>${titles[lang]}</h1></header><main>${top}${prose[lang].repeat(3)}${bottom}</main><footer>© 2026 ${titles[lang]}</footer>`
  return whole(titles[lang], body, { lang, head, status })
}

/** A call whose failure the page swallows. */
export const quiet = (url: string, options = '{}') =>
  `fetch(${url}, ${options}).then((one) => one.json()).then((data) => { window.items = data.items.length }).catch(() => {})`

export const html = (markup: string, status = 200): Reply =>
  text(status, 'text/html; charset=utf-8', markup)

export const css = (rules: string): Reply => text(200, 'text/css; charset=utf-8', rules)

export const js = (source: string): Reply => text(200, 'text/javascript; charset=utf-8', source)

export const withHeaders = (reply: Reply, more: Reply['headers']): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...more },
})

/** Serves this response in place of the page. */
export const page =
  (
    served: ReturnType<Interceptor> | ((site: FaultySite) => ReturnType<Interceptor>),
  ): Interceptor =>
  (request, _upstream, site) => {
    if (!request.isPage) return undefined
    return typeof served === 'function' ? served(site) : served
  }

export const perSite =
  (make: (site: FaultySite) => Interceptor): Interceptor =>
  (request, upstream, site) =>
    make(site)(request, upstream, site)

export const style = (rules: string): Interceptor => inHead(`<style>${rules}</style>`)

/** An image with visible content. */
export const drawing: Reply = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#274"/><circle cx="240" cy="160" r="90" fill="#fd6"/><path d="M0 400 400 180 800 400Z" fill="#132"/></svg>',
)

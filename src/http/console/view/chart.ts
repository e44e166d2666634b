import { html, type Markup } from '#report/html/markup.ts'

export interface Series {
  readonly name: string
  /** The CSS class that sets the colour. */
  readonly className: string
  /** One value per column. */
  readonly values: readonly number[]
}

interface Bars {
  /** The text alternative; a table next to the chart has the numbers. */
  readonly label: string
  readonly columns: readonly string[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
}

const HEIGHT = 100
const COLUMN = 10
/** Least number of columns in the width: with fewer days a part stays empty, so that a single bar does not fill the chart. */
const MIN_COLUMNS = 14

/**
 * Stacked bars without text inside, so that they stretch to any width without scaling letters. They use presentation attributes
 * only, since the Content-Security-Policy blocks style attributes.
 */
export function stackedBars({ label, columns, series, format }: Bars): Markup {
  const totals = columns.map((_, index) => sum(series.map(({ values }) => values[index] ?? 0)))
  const max = Math.max(...totals)
  const scale = max === 0 ? 0 : HEIGHT / max
  const bars = columns.map((column, index) => {
    let y = HEIGHT
    const parts = series.map(({ className, values }) => {
      const height = (values[index] ?? 0) * scale
      y -= height
      return height === 0
        ? null
        : html`<rect class="${className}" x="${index * COLUMN + 1}" y="${fixed(y)}" width="${COLUMN - 2}" height="${fixed(height)}"/>`
    })
    const labels = series.flatMap(({ name, values }) =>
      (values[index] ?? 0) === 0 ? [] : [`${name} ${format(values[index] ?? 0)}`],
    )
    return html`<g><title>${column}: ${labels.join(', ') || 'nothing'}</title><rect class="hit" x="${index * COLUMN}" y="0" width="${COLUMN}" height="${HEIGHT}"/>${parts}</g>`
  })
  return html`<figure class="chart"><div class="top muted">${max === 0 ? 'nothing yet' : format(max)}</div>
<svg role="img" aria-label="${label}" viewBox="0 0 ${Math.max(columns.length, MIN_COLUMNS) * COLUMN} ${HEIGHT}" preserveAspectRatio="none">${bars}</svg>
<div class="axis muted">${columns.length < MIN_COLUMNS ? html`<span>${columns.length === 1 ? (columns[0] ?? '') : `${columns.at(0)} to ${columns.at(-1)}`}</span>` : html`<span>${columns.at(0) ?? ''}</span><span>${columns.at(-1) ?? ''}</span>`}</div>
<figcaption class="key">${series.map(({ name, className }) => html`<span><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="${className}" width="10" height="10"/></svg>${name}</span>`)}</figcaption></figure>`
}

export interface Dot {
  /** `x` and `y` are 0 to 1, from left to right and from bottom to top. */
  readonly x: number
  readonly y: number
  readonly className: string
  readonly title: string
}

/** A strip of dots, drawn as zero-length lines, which stay round at any width. `lines`: labelled heights, 0 to 1. */
export function dotStrip(
  label: string,
  dots: readonly Dot[],
  lines: readonly { readonly y: number; readonly name: string }[],
): Markup {
  const width = 1_000
  const up = (y: number) => fixed((1 - y) * HEIGHT)
  return html`<div class="strip"><div class="scale muted" aria-hidden="true">${lines.map(({ name }) => html`<span>${name}</span>`)}</div><svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">${lines.map(
    ({ y }) => html`<path class="rule" d="M0 ${up(y)}H${width}"/>`,
  )}${dots.map(
    ({ x, y, className, title }) =>
      html`<path class="dot ${className}" d="M${fixed(x * width)} ${up(y)}h0"><title>${title}</title></path>`,
  )}</svg></div>`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function fixed(value: number): string {
  return value.toFixed(2)
}

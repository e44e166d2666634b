import { ALERTS } from './alerts.ts'
import { COVER, COVER_MESSAGE } from './cover.ts'
import { MEMBERS, PAGE_HELPERS } from './page-helpers.ts'

/**
 * Script that reads the state of a page when listening has ended, with its markup if the length of its text changed. Returns the
 * shape of `afterShape`.
 */
export const scriptAfter = (textLengthBefore: number, maxMarkup: number) => `(() => {
  ${PAGE_HELPERS}
  const isShown = body !== null && isVisible(body)
  const textLength = isShown ? fold(shownText(body)).length : 0
  ${ALERTS}
  ${COVER}
  ${COVER_MESSAGE}
  const media = first('img,video,canvas,svg,iframe,object,embed', 200).filter((element) => {
    const rect = rectOf(element)
    return rect.width >= 100 && rect.height >= 100 && inside(rect)
  }).length
  const html = textLength === ${textLengthBefore} ? null : ${serialise(maxMarkup)}
  return { textLength, html, media: isShown ? media : 0, isCovered, coverFrames, coverMarkup, alerts, remarks, listed, amongCode }
})()`

/**
 * Script that reads what a frame shows, if it is large enough to be read and has little text. Returns the shape of `frameShape`,
 * or null.
 */
export const FRAME = `(() => {
  ${PAGE_HELPERS}
  if (body === null || width < 100 || height < 30 || !/^(?:https?|about):/.test(location.protocol)) return null
  const text = shownText(body, 401)
  if (text.length > 400) return null
  return { url: cut(location.href, 2048), lines: text.split('\\n').map((line) => cut(fold(line), 200)).filter((line) => line !== '') }
})()`

/** Script that returns the document as markup, cut inside the page, so that only the part that is kept is transferred. */
export function serialise(max: number): string {
  return `(() => {
    ${MEMBERS}
    const doctype = of('doctype'), root = of('documentElement')
    const type = doctype === null ? '' : '<!doctype ' + doctype.name + '>'
    const text = type + (root === null ? '' : markupOf(root, ${max}))
    return { text: text.slice(0, ${max}), cut: text.length > ${max} }
  })()`
}

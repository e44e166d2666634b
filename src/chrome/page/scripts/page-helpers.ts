import { FLAT_TREE } from './flat-tree.ts'

/**
 * Helpers of scripts that run inside a page, in an isolated world: they share the document with the page's own scripts, but no
 * objects, so a page cannot replace `querySelectorAll` for them. The scripts are text, because Chrome compiles them and a bundler
 * must not change them.
 *
 * One thing crosses worlds: an element's name becomes a property of its document that precedes the document's own, and a field's
 * name becomes one of its form (HTML 3.1.7 and 4.10.3): `<img name="title">` hides `document.title` in every world. Therefore
 * members are taken from the prototypes.
 */
export const MEMBERS = `
  const member = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name)
  const of = (name) => member(Document, name).get.call(document)
  const rectOf = (element) => member(Element, 'getBoundingClientRect').value.call(element)
  const isA = (element, selector) => member(Element, 'matches').value.call(element, selector)
  const attributeOf = (element, name) => member(Element, 'getAttribute').value.call(element, name)
  const textOf = (element) => member(Node, 'textContent').get.call(element)
  const tagOf = (element) => member(Element, 'tagName').get.call(element)
  ${FLAT_TREE}`

/** Helpers shared by the scripts that inspect a page as it is shown. */
export const PAGE_HELPERS = `
  ${MEMBERS}
  const root = of('documentElement'), body = of('body')
  const width = innerWidth, height = innerHeight
  const cut = (text, length) => String(text ?? '').slice(0, length)
  const fold = (text) => String(text ?? '').replace(/\\s+/g, ' ').trim()
  const inside = (rect) => rect.bottom > 0 && rect.right > 0 && rect.top < height && rect.left < width
  const isVisible = (element) =>
    member(Element, 'checkVisibility').value.call(element, { opacityProperty: true, visibilityProperty: true })
  const isBlurred = (filter) => Number(/blur\\(([\\d.]+)px\\)/.exec(filter)?.[1] ?? 0) >= 8
  const first = (selector, max) => {
    const found = []
    for (const tree of trees) {
      for (const element of inTree(tree, 'querySelectorAll', selector)) {
        if (found.length >= max) return found
        found.push(element)
      }
    }
    return found
  }`

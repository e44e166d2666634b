/**
 * Maximum number of elements and text nodes that a script visits: a larger page is an attack, and its first part is sufficient
 * evidence.
 */
export const MAX_NODES = 50_000
/** Maximum number of shadow trees that a script reads. A page in which each row of a long table is a component has fewer. */
const MAX_TREES = 2_000
/** Maximum number of nodes that a script visits for all texts together, so that nested components are not read again and again. */
const MAX_VISITS = 100_000
/** Maximum number of elements at one point, and of searches for them inside shadow trees: a stack of layers makes each one slow. */
const MAX_AT_POINT = 30
const MAX_HITS = 60
/** Maximum number of shadow trees around an element that are searched; a component library nests five. */
const MAX_NESTING = 20

/**
 * Readers of the flattened tree, which is what a browser draws (CSS Scoping 3.1): the open shadow trees of the page, with the
 * children of their hosts in the slots. A page without shadow trees is read with the native functions alone. Closed shadow trees
 * are not read: no script gets them. Needs MEMBERS.
 */
export const FLAT_TREE = `
  const trees = [document]
  const shadowOf = (element) => member(Element, 'shadowRoot').get.call(element)
  for (let n = 0, left = ${MAX_NODES}, { get } = member(Element, 'shadowRoot'); n < trees.length && left > 0; n += 1) {
    const walker = member(Document, 'createTreeWalker').value.call(document, trees[n], NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null && left > 0 && trees.length <= ${MAX_TREES}; node = walker.nextNode(), left -= 1) {
      const shadow = get.call(node)
      if (shadow !== null) trees.push(shadow)
    }
  }
  const hasShadows = trees.length > 1
  const inTree = (tree, name, ...values) => member(tree === document ? Document : name.startsWith('query') || name === 'getElementById' ? DocumentFragment : ShadowRoot, name).value.call(tree, ...values)
  const one = (selector) => {
    for (const tree of trees) {
      const found = inTree(tree, 'querySelector', selector)
      if (found !== null) return found
    }
    return null
  }
  const all = (selector) => {
    const found = inTree(document, 'querySelectorAll', selector)
    return hasShadows ? [...found, ...trees.slice(1).flatMap((tree) => [...inTree(tree, 'querySelectorAll', selector)])] : found
  }
  const treeOf = (node) => member(Node, 'getRootNode').value.call(node)
  const hostOf = (node) => {
    const tree = treeOf(node)
    return tree instanceof ShadowRoot ? tree.host : null
  }
  const slotOf = (node) => member(node instanceof Text ? Text : Element, 'assignedSlot').get.call(node)
  const elementAround = (node) => member(Node, 'parentElement').get.call(node)
  const parentOf = (node) => hasShadows ? slotOf(node) ?? elementAround(node) ?? hostOf(node) : elementAround(node)
  const holds = (element, other) => {
    if (!hasShadows) return member(Node, 'contains').value.call(element, other)
    for (let at = other; at !== null; at = parentOf(at)) if (at === element) return true
    return false
  }
  const closestOf = (element, selector) => {
    for (let at = element, n = 0; at !== null && n < ${MAX_NESTING}; at = hostOf(at), n += 1) {
      const found = member(Element, 'closest').value.call(at, selector)
      if (found !== null) return found
    }
    return null
  }
  // Elements with a shadow tree or a slot inside: what a browser draws in them differs from their own content.
  const mixed = new Set()
  const noteAround = (element) => {
    for (let at = element; at !== null && !mixed.has(at); at = parentOf(at)) mixed.add(at)
  }
  for (const tree of trees.slice(1)) {
    noteAround(tree.host)
    for (const slot of inTree(tree, 'querySelectorAll', 'slot')) noteAround(slot)
  }
  const childrenOf = (node) => {
    const shadow = shadowOf(node)
    const assigned = shadow === null && node instanceof HTMLSlotElement ? member(HTMLSlotElement, 'assignedNodes').value.call(node) : []
    return assigned.length > 0 ? assigned : [...member(Node, 'childNodes').get.call(shadow ?? node)]
  }
  // Calls enter with an element and with all nodes drawn in it, and leave at the end of each that enter has accepted. Elements that
  // are not mixed are one unit.
  let visits = ${MAX_VISITS}, hits = ${MAX_HITS}
  const walk = (element, enter, leave) => {
    const left = [element], ends = new Set()
    for (; visits > 0 && left.length > 0; visits -= 1) {
      const node = left.pop()
      if (ends.has(node)) leave(node)
      else if (enter(node) && mixed.has(node)) {
        ends.add(node)
        left.push(node)
        for (const child of childrenOf(node).reverse()) left.push(child)
      }
    }
  }
  const isDrawn = (element, { display }) => display === 'contents' || (display !== 'none' && member(Element, 'checkVisibility').value.call(element))
  const shownText = (element, max = 1000000) => {
    if (!(element instanceof HTMLElement)) return ''
    if (!mixed.has(element)) return member(HTMLElement, 'innerText').get.call(element).slice(0, max)
    const parts = []
    let length = 0
    const add = (text) => {
      length += text.trim().length
      parts.push(text)
    }
    const isLine = ({ display }) => !/^(?:inline|contents)/.test(display)
    const enter = (node) => {
      if (length >= max) return false
      if (node instanceof Text) {
        if (getComputedStyle(parentOf(node)).visibility === 'visible') add(node.data.replace(/\\s+/g, ' '))
        return false
      }
      const style = node instanceof HTMLElement ? getComputedStyle(node) : null
      if (style === null || !isDrawn(node, style)) return false
      if (isLine(style) || tagOf(node) === 'BR') add('\\n')
      if (mixed.has(node)) return true
      add(member(HTMLElement, 'innerText').get.call(node))
      if (isLine(style)) add('\\n')
      return false
    }
    walk(element, enter, (node) => {
      if (isLine(getComputedStyle(node))) add('\\n')
    })
    return parts.join('').trim().slice(0, max)
  }
  const allIn = (element, selector) => {
    if (!mixed.has(element)) return member(Element, 'querySelectorAll').value.call(element, selector)
    const found = []
    walk(element, (node) => {
      if (!(node instanceof Element)) return false
      if (node !== element && isA(node, selector)) found.push(node)
      if (!mixed.has(node)) for (const inner of member(Element, 'querySelectorAll').value.call(node, selector)) found.push(inner)
      return true
    }, () => {})
    return found
  }
  const oneIn = (element, selector) => mixed.has(element) ? allIn(element, selector)[0] ?? null : member(Element, 'querySelector').value.call(element, selector)
  const elementAt = (x, y) => {
    let found = null
    for (let tree = document, n = 0; tree !== null && n < ${MAX_NESTING}; n += 1) {
      const inner = inTree(tree, 'elementFromPoint', x, y)
      if (inner === null || treeOf(inner) !== tree) break
      found = inner
      tree = hasShadows ? shadowOf(inner) : null
    }
    return found
  }
  // All elements at a point, from top to bottom.
  const elementsAt = (x, y, max = ${MAX_AT_POINT}) => {
    if (!hasShadows) return inTree(document, 'elementsFromPoint', x, y)
    const found = new Set()
    const search = (tree, depth) => {
      for (const element of inTree(tree, 'elementsFromPoint', x, y)) {
        if (found.size >= max) return
        const shadow = depth < ${MAX_NESTING} && hits > 0 ? shadowOf(element) : null
        if (treeOf(element) !== tree || found.has(element)) continue
        if (shadow !== null) {
          hits -= 1
          search(shadow, depth + 1)
        }
        found.add(element)
      }
    }
    search(document, 0)
    return [...found]
  }
  // Markup of the flattened tree. Attributes are read, because a copy of a custom element would run scripts of the page. A comment
  // has no greater-than sign, which ends it in several combinations (HTML 13.2.5.43 to 13.2.5.52).
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const markupOf = (element, max) => {
    if (!mixed.has(element)) return member(Element, 'outerHTML').get.call(element)
    const parts = []
    let length = 0
    const add = (text) => {
      length += text.length
      parts.push(text)
    }
    const nameOf = (node) => member(Element, 'localName').get.call(node)
    walk(element, (node) => {
      if (length > max) return false
      if (node instanceof Text) add(escaped(node.data))
      else if (node instanceof Comment) add('<!--' + node.data.replaceAll('>', '') + '-->')
      if (!(node instanceof Element) || (tagOf(node) === 'STYLE' && hostOf(node) !== null)) return false
      if (!mixed.has(node)) {
        add(member(Element, 'outerHTML').get.call(node))
        return false
      }
      if (tagOf(node) === 'SLOT') return true
      const attributes = [...member(Element, 'attributes').get.call(node)].map(({ name, value }) => ' ' + name + '="' + escaped(value) + '"')
      add('<' + nameOf(node) + attributes.join('') + '>')
      return true
    }, (node) => { if (tagOf(node) !== 'SLOT') add('</' + nameOf(node) + '>') })
    return parts.join('')
  }`

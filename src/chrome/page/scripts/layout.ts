/**
 * Determines whether the layout keeps visitors from the content of the page: `layoutFault`. Hidden elements, and pages that draw
 * or move themselves, are not judged. Needs PAGE_HELPERS and TEXT_IN_VIEW.
 */
export const LAYOUT = `
  const styleOf = new Map()
  const computed = (element) => {
    if (!styleOf.has(element)) styleOf.set(element, getComputedStyle(element))
    return styleOf.get(element)
  }
  const scrolls = ({ overflowY }) => overflowY === 'auto' || overflowY === 'scroll'
  const isFixed = (element) => element !== null && element !== body && element !== root && (computed(element).position === 'fixed' || isFixed(parentOf(element)))
  // A script moves it, or it is in an area that scrolls: visitors can reach it.
  const isMovable = (element) => {
    if (element === null || element === root) return false
    const style = computed(element)
    const movesItself = style.transform !== 'none' || style.willChange !== 'auto' || style.animationName !== 'none'
    const isArea = scrolls(style) && (element !== body || clipsItself) && member(Element, 'scrollHeight').get.call(element) > member(Element, 'clientHeight').get.call(element) + 20
    return movesItself || isArea || isMovable(parentOf(element))
  }
  const MIN_CHARS_BELOW = 400
  const lengthOf = (some) => some.reduce((sum, one) => sum + fold(cut(textOf(one), 500)).length, 0)
  // Not measured unless the page is scrolled to its top, because the window would show another part.
  const piecesBelow = () => scrollY > 0 ? [] : first('p,li,dd,td,h1,h2,h3,h4,h5,h6', 400).filter((one) => rectOf(one).top >= height && !isBar(one) && !isFixed(one) && isFound(one, rectOf(one)))

  // The window has the overflow of the root if that is set, otherwise that of the body.
  const ofWindow = root === null || body === null ? null : clipsItself ? computed(root) : computed(body)
  const isLocked = () => {
    if (ofWindow === null || scrolls(ofWindow)) return false
    const isShort = computed(body).position === 'fixed' && member(Element, 'scrollHeight').get.call(root) <= height + 20
    if (!isShort && !/hidden|clip/.test(ofWindow.overflowY)) return false
    // A dialog that comes before the page, a menu, or a page that is drawn in one element.
    const hasDialog = first('dialog,[role="dialog" i],[role="alertdialog" i],[aria-modal="true" i],iframe,canvas,video', 100)
      .some((one) => isVisible(one) && inside(rectOf(one)) && rectOf(one).height > 60)
    const isLayered = [0.2, 0.5, 0.8].some((x) => [0.2, 0.5, 0.9].some((y) =>
      isFixed(elementAt(width * x, height * y))))
    return !hasDialog && !isLayered && lengthOf(piecesBelow().filter((one) => !isMovable(one))) >= MIN_CHARS_BELOW
  }

  // A cookie notice has a fixed position. Its text is counted, but it is not the beginning of the page.
  const MAX_NOTICE_CHARS = 400
  const startsBelow = () => unseen.unseen === 0 && unseen.inView <= MAX_NOTICE_CHARS && backgrounds.length === 0 && !isCovered &&
    lengthOf(piecesBelow()) >= MIN_CHARS_BELOW && !first('*:not(html,head,head *,body)', 3000).some((one) => {
      const rect = rectOf(one)
      if (!inside(rect) || rect.width < 2 || rect.height < 2 || (isBar(one) && rect.height < height / 2) || isFixed(one) || !isVisible(one)) return false
      const isDrawn = /^(?:IMG|VIDEO|CANVAS|IFRAME|OBJECT|EMBED|INPUT|BUTTON|SELECT|TEXTAREA|svg)$/.test(tagOf(one)) || shadowOf(one) !== null
      const { backgroundImage, animationName } = computed(one)
      const saysText = [...member(Node, 'childNodes').get.call(one)].some((node) => node instanceof Text && fold(node.data).length > 1)
      return isDrawn || saysText || backgroundImage !== 'none' || animationName !== 'none'
    })

  // The header, main part and footer of a page are normally below each other.
  const standsSideBySide = () => {
    const main = one('main,[role="main" i]')
    const parent = main === null ? null : parentOf(main)
    if (parent === null || !isVisible(main)) return false
    const beside = [...member(Element, 'children').get.call(parent)].filter((part) => isVisible(part) && rectOf(part).width > 0)
    const header = beside.find((part) => tagOf(part) === 'HEADER'), footer = beside.find((part) => tagOf(part) === 'FOOTER')
    if (header === undefined || footer === undefined) return false
    const middle = rectOf(main)
    return rectOf(header).right <= middle.left + 2 && rectOf(footer).left >= middle.right - 2 && rectOf(footer).top < middle.top + 50
  }
  const layoutFault = isLocked() ? 'locked' : startsBelow() ? 'starts_below' : standsSideBySide() ? 'side_by_side' : null`

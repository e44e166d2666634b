/**
 * Determines whether the text at the top of a page can be read as it is drawn, and whether a visitor finds any of it: `weigh` and
 * `find` are called with each text node. Needs PAGE_HELPERS and, from the snapshot, the background images.
 */
export const TEXT_IN_VIEW = `
  const MIN_OPACITY = 0.15
  // Menus and slides that are hidden on purpose do not count: they are over or beside the page.
  const unseen = { inView: 0, unseen: 0 }
  // The start of an animation that uncovers an element: nothing is left between opposite edges, inside the circle, or of the polygon.
  const isClippedAway = (clip) => {
    const shape = /^(inset|circle|ellipse|polygon)\\(([^()]{1,500})\\)$/.exec(clip)
    if (shape === null) return false
    const values = shape[2].replace(/^(?:nonzero|evenodd),/, '').split(' round ')[0].trim()
    if (shape[1] === 'polygon') {
      const corners = values.split(', ').map((corner) => corner.split(' '))
      return [0, 1].some((axis) => corners.every((corner) => parseFloat(corner[axis]) === parseFloat(corners[0][axis])))
    }
    if (shape[1] !== 'inset') return /^0(?:px|%)/.test(values)
    const [top, right = top, bottom = top, left = right] = values.split(' ').map((value) => value.endsWith('%') ? parseFloat(value) : 0)
    return top + bottom >= 100 || left + right >= 100
  }
  // A mask of a size of nothing, or a gradient of transparent colours only.
  const isMaskedAway = (image, size) => {
    if (image === 'none' || image.length > 2000) return false
    const colors = image.match(/[a-z-]+\\([\\d., /%-]{1,60}\\)/g) ?? []
    const isGradient = !/url\\(|image|element\\(|paint\\(/.test(image) && colors.length > 0
    const isEmpty = size.split(', ').every((one) => /(?:^| )0(?:px|%)(?: |$)/.test(one))
    return isEmpty || (isGradient && colors.every((one) => one === 'rgba(0, 0, 0, 0)'))
  }
  // How the text of an element is drawn, including the effects of its ancestors.
  const drawn = new Map()
  const drawnAs = (element) => {
    if (element === null) return { fate: 'shown', opacity: 1, matrix: null, isVague: false, isCutOut: false }
    const known = drawn.get(element)
    if (known !== undefined) return known
    const { backgroundClip, backgroundImage, clipPath, display, filter, maskImage, maskSize, opacity: own, position, rotate, scale, transform, visibility } = getComputedStyle(element)
    const above = drawnAs(parentOf(element))
    const opacity = above.opacity * Number(own)
    let { matrix } = above
    const turns = [rotate === 'none' ? '' : 'rotate(' + rotate + ')', scale === 'none' ? '' : 'scale(' + scale.replaceAll(' ', ',') + ')', transform === 'none' ? '' : transform].join(' ').trim()
    if (turns !== '') try { matrix = (matrix ?? new DOMMatrix()).multiply(new DOMMatrix(turns)) } catch {}
    // Mirrored, upside down, or on its side.
    const isTurned = matrix !== null && (matrix.a <= 0 || matrix.d <= 0 || Math.abs(matrix.b) > matrix.a)
    const isUnseen = above.fate === 'unseen' || opacity < MIN_OPACITY || visibility === 'hidden' || isTurned || isClippedAway(clipPath) || isMaskedAway(maskImage, maskSize)
    const isLifted = position === 'absolute' || position === 'fixed'
    const fate = above.fate === 'ignored' || display === 'none' ? 'ignored' : !isUnseen ? 'shown' : isLifted ? 'ignored' : 'unseen'
    const isVague = above.isVague || isBlurred(filter) || /(?:brightness|opacity|contrast)\\(0(?:\\.0\\d*)?\\)/.test(filter)
    // An image or a gradient that is visible only through the letters.
    const isCutOut = above.isCutOut || (backgroundClip === 'text' && backgroundImage !== 'none')
    const result = { fate, opacity, matrix, isVague, isCutOut }
    drawn.set(element, result)
    return result
  }
  // Red, green, blue and opacity. A colour in another notation is painted to find them.
  const colors = new Map()
  const channels = (color) => {
    const known = colors.get(color)
    if (known !== undefined) return known
    let values = /^rgba?\\(/.test(color) ? color.match(/[\\d.]+/g).map(Number) : null
    if (values === null) {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data
      values = [red, green, blue, alpha / 255]
    }
    const result = [...values.slice(0, 3), values[3] ?? 1]
    colors.set(color, result)
    return result
  }
  const over = (color, background) => color[3] >= 1 ? color.slice(0, 3) : background === null ? null : background.map((value, n) => color[n] * color[3] + value * (1 - color[3]))
  const isSimilarColor = (one, other, max) => one.every((value, n) => Math.abs(value - other[n]) <= max)
  // The colour behind the text of an element; null if it is not known, as with an image, a gradient or a drawing.
  const backgroundColors = new Map()
  const backgroundColorOf = (element) => {
    if (element === null) return [255, 255, 255]
    const known = backgroundColors.get(element)
    if (known !== undefined) return known
    const style = getComputedStyle(element)
    const isDrawn = [style, getComputedStyle(element, '::before'), getComputedStyle(element, '::after')].some((one, n) =>
      one.backgroundImage !== 'none' || (n > 0 && one.content !== 'none' && one.backgroundColor !== 'rgba(0, 0, 0, 0)'))
    const isUnknown = isDrawn || style.mixBlendMode !== 'normal' || style.filter !== 'none' || style.textShadow !== 'none'
    const own = channels(style.backgroundColor)
    const background = isUnknown ? null : over(own, own[3] >= 1 ? null : backgroundColorOf(parentOf(element)))
    backgroundColors.set(element, background)
    return background
  }
  const mediaRects = first('img,video,canvas,svg,iframe,object,embed,picture', 500).filter(isVisible).map(rectOf).filter((rect) => rect.width > 60 && rect.height > 20)
  const isOnMedia = (rect) => {
    const x = rect.left + rect.width / 2, y = rect.top + rect.height / 2
    return mediaRects.some((one) => one.left <= x && one.right >= x && one.top <= y && one.bottom >= y)
  }
  // Maximum difference per channel, of 255, of two colours that count as the same: the contrast of text is then at most about 1.3.
  const MAX_COLOR_DIFFERENCE = 32
  const hasColorOfBackground = (parent, rect, color) => {
    const background = backgroundColorOf(parent)
    const textColor = background === null ? null : over(channels(color), background)
    if (background === null || !isSimilarColor(textColor, background, MAX_COLOR_DIFFERENCE) || isOnMedia(rect)) return false
    const x = rect.left + rect.width / 2, y = rect.top + rect.height / 2
    // A sibling below the text may be its background.
    const below = elementsAt(x, y)
    const isSame = (one) => {
      const other = backgroundColorOf(one)
      return other !== null && isSimilarColor(other, textColor, MAX_COLOR_DIFFERENCE)
    }
    return below.every((one) => one === parent || holds(one, parent) || holds(parent, one) || isSame(one))
  }
  // The colour behind the text of an element without the background images, and the URLs of these images.
  const knownBehind = new Map()
  const behindBackgrounds = (element) => {
    if (element === null) return { color: [255, 255, 255], urls: [] }
    const known = knownBehind.get(element)
    if (known !== undefined) return known
    const { backgroundImage, backgroundColor } = getComputedStyle(element)
    const urls = backgroundImage === 'none' ? [] : urlsIn(backgroundImage)
    const isOther = urls.length === 0 && backgroundImage !== 'none'
    const own = channels(backgroundColor)
    const below = isOther ? { color: null, urls: [] } : own[3] > 0 ? { color: own[3] >= 1 ? own.slice(0, 3) : null, urls: [] } : behindBackgrounds(parentOf(element))
    const background = { color: below.color, urls: [...urls, ...below.urls] }
    knownBehind.set(element, background)
    return background
  }
  const weighBackgrounds = (parent, color, length) => {
    const { color: background, urls } = behindBackgrounds(parent)
    const textColor = channels(color)
    if (background === null || textColor[3] < 1 || !isSimilarColor(textColor.slice(0, 3), background, MAX_COLOR_DIFFERENCE)) return
    for (const url of urls) needed.set(url, (needed.get(url) ?? 0) + length)
  }
  // Menus, headers and footers are not content.
  const isBar = (element) => {
    const closest = (selector) => closestOf(element, selector)
    if (closest('nav,footer,[role="navigation" i],[role="contentinfo" i]') !== null) return true
    const bar = closest('header,[role="banner" i]')
    return bar !== null && oneIn(bar, 'h1,h2,p') === null
  }
  // Characters that a visitor finds anywhere on the page, except in menus and bars: a few words are enough.
  const MIN_FOUND_CHARS = 40
  // The boxed ones are in boxes that the styles leave out altogether, as that of a dialog that has not been opened.
  const found = { all: 0, seen: 0, boxed: 0 }
  const clips = new Map()
  // The overflow of the body applies to the window, unless the root has an overflow itself.
  const clipsItself = root !== null && getComputedStyle(root).overflowY !== 'visible'
  const isLost = (element) => {
    if (element === null || element === root || (element === body && !clipsItself)) return false
    const known = clips.get(element)
    if (known !== undefined) return known
    const { overflowX, overflowY, position } = getComputedStyle(element)
    const rect = rectOf(element)
    const isClipped = (rect.height < 2 && overflowY !== 'visible') || (rect.width < 2 && overflowX !== 'visible')
    // A positioned element is clipped by its containing block.
    const above = position === 'absolute' && element instanceof HTMLElement ? member(HTMLElement, 'offsetParent').get.call(element) : parentOf(element)
    const isHiddenByClip = isClipped || (position !== 'fixed' && isLost(above))
    clips.set(element, isHiddenByClip)
    return isHiddenByClip
  }
  const isFound = (element, rect) =>
    rect.width >= 1 && rect.height >= 1 && rect.right > 0 && rect.left < width && rect.bottom + scrollY > 0 && isVisible(element) && !isLost(element) && !drawnAs(element).isVague
  const NO_TEXT = /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA|OPTION|TITLE)$/
  const find = (words, parent) => {
    const length = words.trim().length
    if (found.seen >= MIN_FOUND_CHARS || length === 0 || parent === null || weighed >= 2000) return
    if (NO_TEXT.test(tagOf(parent)) || isBar(parent)) return
    found.all += length
    const isSeen = isFound(parent, rectOf(parent))
    if (isSeen) found.seen += length
    else if (!member(Element, 'checkVisibility').value.call(parent)) found.boxed += length
  }
  // Beside visible words, boxes that are left out are for later.
  const MIN_WORDS_CHARS = 12
  const isForLater = () => found.seen >= MIN_WORDS_CHARS && found.all - found.boxed < 120
  const showsOther = () => first('img,video,canvas,svg,iframe,object,embed,input,button,select,textarea', 500).some((element) => {
    const rect = rectOf(element)
    const isLarge = /^(?:INPUT|BUTTON|SELECT|TEXTAREA)$/.test(tagOf(element)) || (rect.width >= 100 && rect.height >= 100)
    return isLarge && !isBar(element) && isFound(element, rect)
  })
  const isNothingFound = () => {
    if (!(body instanceof HTMLBodyElement) || found.seen >= MIN_FOUND_CHARS / 2) return false
    if (isForLater()) return false
    // In a blurred page the images are lost too.
    const isPossible = drawnAs(body).isVague ? found.all >= 60 : found.all >= 120 && backgrounds.length === 0
    return isPossible && !showsOther()
  }
  // The rectangles of the first lines of a text.
  const MAX_MEASURED = 400
  const linesOf = (node) => {
    const range = new Range()
    range.setStart(node, 0)
    range.setEnd(node, Math.min(node.length, MAX_MEASURED))
    return [...range.getClientRects()]
  }
  // Letters that are tiny, overlap, run downwards or backwards, or begin outside of the window.
  const isMisdrawn = (words, lines, parent) => {
    const [line] = lines, length = Math.min(words.length, MAX_MEASURED)
    if (line === undefined) return false
    const { direction, unicodeBidi, writingMode } = getComputedStyle(parent)
    const isLatin = /[a-z]{4}/i.test(words) && !/[\\u1800-\\u18af\\u3040-\\u9fff\\uac00-\\ud7af]/.test(words)
    if (writingMode !== 'horizontal-tb') return isLatin
    const isSqueezed = length >= 5 && lines.reduce((sum, one) => sum + one.width, 0) < length * line.height * 0.1
    const isReversed = isLatin && direction === 'rtl' && /override/.test(unicodeBidi)
    return line.height < 5 || isSqueezed || isReversed || (line.left < -0.1 * width && line.right > 0)
  }
  // Text that overlaps other text, or has one word per line, cannot be read.
  const samples = []
  const sample = (words, parent, rects) => {
    const { length } = words
    if (samples.length >= 40 || length < 8 || getComputedStyle(parent).writingMode !== 'horizontal-tb' || isLost(parent)) return
    const lines = rects.filter((line) => line.width > 0), measured = Math.min(length, MAX_MEASURED)
    const isNarrow = lines.length > (measured >= 40 ? measured / 7 : measured / 3)
    samples.push({ parent, length, isNarrow, lines: lines.filter(inside).slice(0, 60) })
  }
  const isOver = (a, b) => {
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top), wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    return high > 0.6 * Math.min(a.height, b.height) && wide > 0.3 * Math.min(a.width, b.width)
  }
  // A dialog or a bar with its own background covers the text below it, and can be read.
  const isLayered = (one, other) => {
    const a = one.lines[0], b = other.lines[0]
    const top = elementAt((Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2, (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2)
    const isOf = (element) => top !== null && (top === element || holds(element, top))
    const [upper, lower] = isOf(one.parent) ? [one.parent, other.parent] : [other.parent, one.parent]
    for (let at = isOf(upper) ? upper : null; at !== null && !holds(at, lower); at = parentOf(at)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at)
      if (channels(backgroundColor)[3] >= 0.95 || backgroundImage !== 'none') return true
    }
    return false
  }
  const unreadable = () => {
    const all = samples.reduce((sum, one) => sum + one.length, 0)
    const tangled = samples.filter(({ parent, lines, isNarrow }) => {
      const isOnItself = lines.some((line, n) => n > 0 && isOver(line, lines[n - 1]))
      return isNarrow || isOnItself || samples.some((other) => other.parent !== parent && lines[0] && other.lines[0] && isOver(lines[0], other.lines[0]) && !isLayered({ parent, lines }, other))
    }).reduce((sum, one) => sum + one.length, 0)
    return all >= 30 && tangled * 2 >= all ? tangled / all : 0
  }
  // Only the beginning of a document is weighed, because it is at the top of the page and reading all styles would take too long.
  let weighed = 0
  // Text inherits its style from the slot that it is in.
  const weigh = (node, data, parent, styled) => {
    const words = fold(cut(data, 20000)), { length } = words
    if (length === 0 || weighed >= 2000) return
    weighed += 1
    if (parent === null || NO_TEXT.test(tagOf(parent))) return
    const rect = rectOf(parent)
    if (rect.top >= height) return
    const { webkitTextFillColor: color, fontSize, textIndent } = getComputedStyle(styled)
    const { fate, isCutOut } = drawnAs(styled)
    if (parseFloat(fontSize) < 1 && fate !== 'ignored') {
      unseen.inView += length
      unseen.unseen += length
      return
    }
    if (rect.width < 1 || rect.height < 1 || !inside(rect) || isBar(parent) || fate === 'ignored') return
    const isClear = !isCutOut && channels(color)[3] < 0.05
    // Transparent text over a scan or a drawing is there to be copied.
    if (isClear && isOnMedia(rect)) return
    unseen.inView += length
    const isAside = Math.abs(parseFloat(textIndent)) > width
    if (backgrounds.length > 0) weighBackgrounds(styled, color, length)
    const lines = linesOf(node)
    if (fate === 'unseen' || isClear || isAside || isMisdrawn(words, lines, parent) || (!isCutOut && hasColorOfBackground(styled, rect, color))) unseen.unseen += length
    else sample(words, parent, lines)
  }
  // At least three paragraphs, all of them in huge letters.
  const isGiant = () => {
    let paragraphs = 0
    for (const one of first('p,li,dd,td', 300)) {
      if (isBar(one) || fold(cut(textOf(one), 200)).length < 60) continue
      const size = parseFloat(getComputedStyle(one).fontSize) * Math.abs(drawnAs(one).matrix?.a ?? 1)
      if (!(size >= 80)) return false
      paragraphs += 1
      if (paragraphs >= 20) break
    }
    return paragraphs >= 3
  }
  // An icon without its size, or an image of several screens, fills the first screen and pushes the page below it.
  const isIcon = (drawing) => {
    const box = drawing instanceof SVGSVGElement ? drawing.viewBox.baseVal : null
    if (box === null || box.width === 0 || box.width > box.height * 1.3 || box.height > box.width * 1.3) return false
    const isNamed = /icon|(?:^|[\\s-])(?:fa|bi|feather|lucide)(?:[\\s-]|$)/i.test(drawing.getAttribute('class') ?? '')
    return (box.width <= 64 || isNamed) && member(Element, 'querySelectorAll').value.call(drawing, '*').length <= 8 &&
      member(Element, 'querySelector').value.call(drawing, 'text,image,animate,animateTransform,linearGradient,radialGradient,foreignObject') === null
  }
  const isPushedAway = () => unseen.inView - unseen.unseen < MIN_FOUND_CHARS && first('svg,img', 100).some((drawing) => {
    const rect = rectOf(drawing)
    const wide = Math.min(rect.right, width) - Math.max(rect.left, 0), high = Math.min(rect.bottom, height) - Math.max(rect.top, 0)
    const isInFlow = !/absolute|fixed/.test(getComputedStyle(drawing).position)
    const isHuge = rect.width > 1.8 * width && rect.height > 1.8 * height
    return wide > 0 && high > 0 && wide * high > 0.6 * width * height && isInFlow && (isHuge || isIcon(drawing)) && isVisible(drawing)
  })`

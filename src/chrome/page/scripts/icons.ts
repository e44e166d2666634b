/** Finds icons that a visitor does not see: missing drawings, and icons whose names are shown because their font is missing. */
export const ICONS = `
  const baseOfDrawings = member(Node, 'baseURI').get.call(document)
  const sprites = new Set(), icons = { named: 0, unstyled: 0 }, lostDrawings = []
  for (const use of first('svg > use:only-child', 200)) {
    const href = use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? ''
    const drawing = parentOf(use)
    const rect = rectOf(drawing)
    if (!/#./.test(href) || rect.width < 8 || rect.height < 8 || !inside(rect) || !isVisible(drawing)) continue
    let url = null, id = href.slice(1)
    try {
      url = new URL(href, baseOfDrawings)
      id = decodeURIComponent(id)
    } catch {}
    if (url === null) continue
    const address = cut(url.href, 2048), file = address.replace(/#.*$/, '')
    const isLocal = href.startsWith('#')
    if (!isLocal) sprites.add(file)
    const control = closestOf(drawing, 'a,button,[role="button" i]')
    const isMissing = isLocal
      ? inTree(treeOf(drawing), 'getElementById', id) === null
      : use.getBBox().width === 0
    if (isMissing && control instanceof HTMLElement && fold(shownText(control)) === '') lostDrawings.push({ url: address, inViewport: true })
  }
  const faces = [...of('fonts')], bare = (family) => family.replace(/^["']|["']$/g, '')
  const failedFamilies = new Set(faces.filter((face) => face.status === 'error').map((face) => bare(face.family)))
  for (const face of faces) if (face.status === 'loaded') failedFamilies.delete(bare(face.family))
  const MATERIAL = '[class*="material-icons" i],[class*="material-symbols" i]'
  const isSettled = of('fonts').status === 'loaded'
  const isFace = (family) => faces.some((face) => face.status === 'loaded' && bare(face.family) === family)
  for (const element of !isSettled ? [] : first(failedFamilies.size > 0 ? 'i,span,a,button,em,b,mat-icon,[class*="icon" i]' : MATERIAL, 500)) {
    if (member(Element, 'querySelector').value.call(element, '*') !== null) continue
    const rect = rectOf(element)
    if (rect.width < 4 || !inside(rect)) continue
    const own = fold(cut(element.textContent, 60))
    const family = bare(getComputedStyle(element).fontFamily.split(',')[0])
    const isMaterial = isA(element, MATERIAL)
    const isFailed = failedFamilies.has(family), isUnstyled = isMaterial && !isFailed && !isFace(family)
    const isIcon = isMaterial || /icon|symbol|glyph|awesome|fontello|feather/i.test(family)
    const isName = /^[a-z][a-z0-9]{1,30}(?:_[a-z0-9]+){0,6}$/.test(own) && (isIcon || own.includes('_'))
    const drawn = getComputedStyle(element, '::before')
    const isSign = own === '' ? /^"[\\ue000-\\uf8ff]"$/.test(drawn.content) && failedFamilies.has(bare(drawn.fontFamily.split(',')[0])) : /^[\\ue000-\\uf8ff]$/.test(own)
    if (!isVisible(element)) continue
    if ((isFailed && (isName || isSign)) || (isSign && own === '')) icons.named += 1
    else if (isUnstyled && isName) icons.unstyled += 1
  }`

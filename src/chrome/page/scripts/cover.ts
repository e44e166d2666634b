/** Determines whether a layer is all that a visitor sees. */
export const COVER = `
  // A layer without content over the whole screen is a menu or dialog that stayed open. One that moves is a loader.
  const CONTENT = 'img,video,canvas,iframe,object,embed,svg,input,button,select'
  const textIn = (element) => fold(shownText(element, 1000))
  const isHollowBox = (element) => !/[\\p{L}\\d]/u.test(textIn(element)) && oneIn(element, CONTENT) === null && !isA(element, CONTENT)
  const layerAt = (x, y) => {
    for (const top of elementsAt(x, y, 3).slice(0, 3)) {
      let box = null
      for (let at = top; at !== null && at !== body && at !== root; at = parentOf(at)) {
        const { position } = getComputedStyle(at)
        if (position !== 'fixed' && position !== 'absolute') continue
        const rect = rectOf(at)
        if (rect.width >= width * 0.98 && rect.height >= height * 0.98) return at
        box ??= at
      }
      // A box without content may be the frame of a dialog, which lies over the layer.
      if (box === null || !isHollowBox(box)) return null
    }
    return null
  }
  const isOpaque = (layer, pseudo) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(layer, pseudo)
    const isPainted = /^rgb\\(|, (?:1|0?\\.9\\d*)\\)$/.test(backgroundColor) && backgroundImage === 'none'
    const isGradient = /-gradient\\(/.test(backgroundImage) && !/url\\(|rgba\\(|transparent/.test(backgroundImage)
    return (isPainted || isGradient) && Number(opacity) > 0.95
  }
  // The backdrop of a dialog, which darkens the page or keeps it from scrolling, without the dialog.
  const isDim = (layer) => {
    const { backgroundColor, backgroundImage, backdropFilter, opacity } = getComputedStyle(layer)
    const alpha = Number(/^rgba\\(.*, ([\\d.]+)\\)$/.exec(backgroundColor)?.[1] ?? 1) * Number(opacity)
    const isDark = (alpha >= 0.5 && alpha < 0.95 && backgroundImage === 'none') || isBlurred(backdropFilter)
    const DIALOGS = '[role="dialog" i],[role="alertdialog" i],[aria-modal="true" i],dialog[open]'
    const isNamed = /backdrop|scrim|overlay|(?:^|[-_ ])mask(?:$|[-_ ])/i.test((attributeOf(layer, 'class') ?? '') + ' ' + (attributeOf(layer, 'id') ?? ''))
    return isDark && (isNamed || [root, body].some((one) => getComputedStyle(one).overflowY === 'hidden')) &&
      first(DIALOGS, 20).every((dialog) => isHollowBox(dialog) || !inside(rectOf(dialog)) || !isVisible(dialog))
  }
  // A menu that stayed open: links and little other text, over a page with more text.
  const isMenuOver = (layer) => {
    const layerText = textIn(layer)
    const links = [...allIn(layer, 'a[href]')].map(textIn).filter((one) => one !== '')
    const inLinks = links.reduce((sum, one) => sum + one.length, 0)
    return links.length >= 3 && layerText.length < 300 && layerText.length - inLinks - links.length <= 30 &&
      textIn(body).length - layerText.length >= 200
  }
  const coversAll = (layer) => member(Element, 'getAnimations').value.call(layer, { subtree: true }).length === 0 &&
    [0.1, 0.3, 0.7, 0.9].every((x) => [0.1, 0.5, 0.9].every((y) => layerAt(width * x, height * y) === layer))
  // A message that a visitor cannot dismiss: it has no controls, and no words that invite a click.
  const isShut = (layer) => {
    const { position, zIndex, cursor } = getComputedStyle(layer)
    const layerText = textIn(layer)
    const isUsable = oneIn(layer, 'a[href],summary,[onclick],[tabindex],[role="button" i],[contenteditable]') !== null
    return position === 'fixed' && Number(zIndex) >= 900 && cursor !== 'pointer' && !isUsable && layerText.length >= 10 && layerText.length < 300 &&
      !/click|tap|press|touch|swipe|scroll|klick|tippe|drück|cliqu|appuy|pulsa|toca|clica|premi|tocca|クリック|タップ|点击|點擊|클릭/iu.test(layerText) && textIn(body).length - layerText.length >= 200
  }
  // The loaded document of a frame; null for a document of another site.
  const documentOf = (frame) => {
    const inner = member(HTMLIFrameElement, 'contentDocument').get.call(frame)
    return inner !== null && inner.readyState === 'complete' ? inner : null
  }
  const isHollowFrame = (frame) => {
    const inner = documentOf(frame)
    if (inner === null || inner.body === null) return false
    const isPainted = [frame, inner.documentElement, inner.body].some((one) => /^rgb\\(/.test(getComputedStyle(one).backgroundColor))
    const isHollow = !/[\\p{L}\\d]/u.test(cut(inner.body.textContent, 2000)) && member(Element, 'querySelector').value.call(inner.body, CONTENT) === null
    return isPainted && isHollow
  }
  const layer = layerAt(width / 2, height / 2)
  const hasNoContent = layer instanceof HTMLElement && oneIn(layer, CONTENT) === null
  const isInTheWay = layer instanceof HTMLElement && (isA(layer, 'iframe')
    ? isHollowFrame(layer)
    : (isHollowBox(layer) && (isOpaque(layer) || isDim(layer))) || (hasNoContent && isOpaque(layer) && (isMenuOver(layer) || isShut(layer))))
  // A ::before or ::after of the whole page, as some loaders are drawn. At each point that it covers, its element is found.
  const isBehindPseudo = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo)
    const isLarge = parseFloat(style.width) >= width * 0.98 && parseFloat(style.height) >= height * 0.98
    if (!isLarge || !/fixed|absolute/.test(style.position) || /[\\p{L}\\d]/u.test(style.content) || !isOpaque(element, pseudo)) return false
    const animations = member(Element, 'getAnimations').value.call(element, { subtree: true })
    if (animations.some(({ effect }) => effect.target === element && effect.pseudoElement === pseudo)) return false
    const rects = first('h1,h2,h3,p,li,a,button', 200)
      .filter((one) => isVisible(one) && fold(cut(textOf(one), 200)) !== '' && getComputedStyle(one).pointerEvents !== 'none')
      .map(rectOf).filter((rect) => rect.width >= 1 && rect.height >= 1 && inside(rect)).slice(0, 12)
    const middle = (start, end, max) => (Math.max(start, 0) + Math.min(end, max)) / 2
    return rects.length >= 2 && rects.every((rect) => elementAt(middle(rect.left, rect.right, width), middle(rect.top, rect.bottom, height)) === element)
  }
  const isBehindPage = [root, body].some((element) => element !== null && ['::before', '::after'].some((pseudo) => isBehindPseudo(element, pseudo)))
  // The page behind a modal dialog cannot be used.
  const modal = one('dialog:modal')
  const isShownModal = modal !== null && isVisible(modal) && inside(rectOf(modal)) && rectOf(modal).height > 40
  const isHollowModal = isShownModal && isHollowBox(modal)
  // An opaque backdrop hides the page even if the dialog in front of it is hidden or out of the window.
  const isBehindBackdrop = modal !== null && (isHollowModal || !isShownModal) && isOpaque(modal, '::backdrop')
  const isCovered = (isInTheWay && coversAll(layer)) || isBehindPage || isHollowModal || isBehindBackdrop
  // A layer that contains only frames: this script does not know whether they have loaded.
  const OTHERS = 'img,video,canvas,object,embed,svg,input,button,select'
  const isFrame = layer instanceof HTMLElement && isA(layer, 'iframe')
  const framesOver = layer instanceof HTMLElement && !isCovered && (isFrame || isOpaque(layer)) && textIn(layer) === '' &&
    oneIn(layer, OTHERS) === null && coversAll(layer)
    ? isFrame ? [layer] : [...allIn(layer, 'iframe')].slice(0, 10) : []
  const coverFrames = framesOver.map((frame) => cut(member(HTMLIFrameElement, 'src').get.call(frame), 2048))`

/** The markup of a layer that shows a message in place of the page, or null: `coverMarkup`. Needs COVER. */
export const COVER_MESSAGE = `
  // A layer with a message instead of the page, without fields to fill in.
  const coverText = layer instanceof HTMLElement && !isCovered && isOpaque(layer) ? textIn(layer) : ''
  const saysInstead = coverText.length >= 10 && coverText.length < 400 && textIn(body).length - coverText.length >= 200 &&
    oneIn(layer, 'iframe,video,canvas,input,select,textarea') === null && coversAll(layer)
  const coverMarkup = saysInstead ? cut(markupOf(layer, 20000), 20000) : null`

/**
 * Scripts that run inside a page, in an isolated world: the page's own scripts share the document with them, but no objects,
 * and cannot replace `querySelectorAll` for them. They are text, because Chrome compiles them and a bundler must not change them.
 *
 * One thing crosses worlds: an element's name becomes a property of its document, before the document's own, and a field's
 * name one of its form (HTML 3.1.7 and 4.10.3): `<img name="title">` hides `document.title` in every world. So members are
 * taken from the prototypes.
 */
const MEMBERS = `
  const member = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name)
  const of = (name) => member(Document, name).get.call(document)
  const one = (selector) => member(Document, 'querySelector').value.call(document, selector)
  const all = (selector) => member(Document, 'querySelectorAll').value.call(document, selector)
  const rectOf = (element) => member(Element, 'getBoundingClientRect').value.call(element)
  const parentOf = (element) => member(Node, 'parentElement').get.call(element)
  const holds = (element, other) => member(Node, 'contains').value.call(element, other)
  const isA = (element, selector) => member(Element, 'matches').value.call(element, selector)`

/** What the scripts share that look at a page as it is shown. */
const LOOK = `
  ${MEMBERS}
  const root = of('documentElement'), body = of('body')
  const width = innerWidth, height = innerHeight
  const cut = (text, length) => String(text ?? '').slice(0, length)
  const fold = (text) => String(text ?? '').replace(/\\s+/g, ' ').trim()
  const inside = (rect) => rect.bottom > 0 && rect.right > 0 && rect.top < height && rect.left < width
  const isVisible = (element) =>
    member(Element, 'checkVisibility').value.call(element, { opacityProperty: true, visibilityProperty: true })
  const first = (selector, most) => {
    const found = []
    for (const element of all(selector)) {
      found.push(element)
      if (found.length >= most) break
    }
    return found
  }`

/** Observes a document from its start; the snapshot reads `globalThis.__seen` of the same world. */
export const OBSERVE = `(() => {
  if (globalThis !== globalThis.top) return
  const seen = { lcp: null, cls: 0, clsWindow: 0, clsFirst: 0, clsLast: 0, tasks: 0, longest: 0, tbt: 0, any: false }
  globalThis.__seen = seen
  const watch = (type, take) => {
    try {
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) take(entry) }).observe({ type, buffered: true })
    } catch {}
  }
  watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime })
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return
    // web.dev/cls: the largest window of shifts at most 1 s apart and 5 s long.
    if (entry.startTime - seen.clsLast > 1000 || entry.startTime - seen.clsFirst > 5000) {
      seen.clsWindow = 0
      seen.clsFirst = entry.startTime
    }
    seen.clsLast = entry.startTime
    seen.clsWindow += entry.value
    seen.cls = Math.max(seen.cls, seen.clsWindow)
  })
  watch('longtask', (entry) => {
    seen.longest = Math.max(seen.longest, entry.duration)
    seen.tbt += Math.max(0, entry.duration - 50)
  })
})()`

/** Resolves after two frames were drawn: changes by the last script are then on the screen. */
export const TWO_FRAMES =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))'

/** Sentences of loading pages, in lower case, in the languages of the signatures of pages. */
const LOADING_WORDS =
  '^(?:.{0,40} )?(?:(?:is |are |wird |werden )?(?:(?<!lazy[ -])loading|retrieving|please wait|just a moment|one moment|hang tight|fetching|initiali[sz]ing|starting up|connecting|preparing|(?<![a-zäöüß] )laden|lädt|geladen|abgerufen|bitte warten|einen moment|chargement|veuillez patienter|un instant|cargando|espere por favor|por favor espere|un momento|carregando|aguarde|caricamento|attendere|even geduld|ładowanie|proszę czekać|загрузка|подождите|laddar|indlæser|laster|yükleniyor|读取中|加载中|載入中|请稍候|読み込み中|読込中|お待ちください|로딩 중|로딩중|불러오는 중))(?: .{0,40})?[ .…!。]*$'

/** What a whole page says of its state, and a part of one may say all the time. */
const PASSING_WORDS =
  '^(?:.{0,40} )?(?:updating|synchroni[sz]ing|authenticating|signing you in|redirecting|reconnecting)(?: .{0,40})?[ .…!。]*$'

/** Whether a layer is all that a visitor sees. */
const COVER = `
  // A layer over all of the screen with nothing in it: a menu or dialog that stayed open. One that moves is a loader.
  const CONTENT = 'img,video,canvas,iframe,object,embed,svg,input,button,select'
  const textIn = (element) => element instanceof HTMLElement ? fold(cut(member(HTMLElement, 'innerText').get.call(element), 1000)) : ''
  const isHollowBox = (element) => textIn(element) === '' && member(Element, 'querySelector').value.call(element, CONTENT) === null && !isA(element, CONTENT)
  const layerAt = (x, y) => {
    for (const top of member(Document, 'elementsFromPoint').value.call(document, x, y).slice(0, 3)) {
      let box = null
      for (let at = top; at !== null && at !== body && at !== root; at = parentOf(at)) {
        const { position } = getComputedStyle(at)
        if (position !== 'fixed' && position !== 'absolute') continue
        const rect = rectOf(at)
        if (rect.width >= width * 0.98 && rect.height >= height * 0.98) return at
        box ??= at
      }
      // The frame of a dialog without content lies over a layer.
      if (box === null || !isHollowBox(box)) return null
    }
    return null
  }
  const isOpaque = (layer) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(layer)
    const isPainted = /^rgb\\(|, (?:1|0?\\.9\\d*)\\)$/.test(backgroundColor) && backgroundImage === 'none'
    const isGradient = /-gradient\\(/.test(backgroundImage) && !/url\\(|rgba\\(|transparent/.test(backgroundImage)
    return (isPainted || isGradient) && Number(opacity) > 0.95
  }
  // What darkens the page behind a dialog, and keeps it from being scrolled, and there is no dialog.
  const isDim = (layer) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(layer)
    const isDark = /^rgba\\(.*, 0\\.[5-9]\\d*\\)$/.test(backgroundColor) && backgroundImage === 'none'
    const DIALOGS = '[role="dialog" i],[role="alertdialog" i],[aria-modal="true" i],dialog[open]'
    const isNamed = /backdrop|scrim|overlay|(?:^|[-_ ])mask(?:$|[-_ ])/i.test((layer.getAttribute('class') ?? '') + ' ' + (layer.getAttribute('id') ?? ''))
    return isDark && (isNamed || [root, body].some((one) => getComputedStyle(one).overflowY === 'hidden')) &&
      first(DIALOGS, 20).every((dialog) => isHollowBox(dialog) || !inside(rectOf(dialog)) || !isVisible(dialog))
  }
  // A menu that stays open: links and a name, over a page that says more.
  const isMenuOver = (layer) => {
    const said = textIn(layer)
    const links = [...member(Element, 'querySelectorAll').value.call(layer, 'a[href]')].map(textIn).filter((one) => one !== '')
    const inLinks = links.reduce((sum, one) => sum + one.length, 0)
    return links.length >= 3 && said.length < 300 && said.length - inLinks - links.length <= 30 &&
      textIn(body).length - said.length >= 200
  }
  const coversAll = (layer) => member(Element, 'getAnimations').value.call(layer, { subtree: true }).length === 0 &&
    [0.1, 0.3, 0.7, 0.9].every((x) => [0.1, 0.5, 0.9].every((y) => layerAt(width * x, height * y) === layer))
  const layer = layerAt(width / 2, height / 2)
  const isCovered = layer instanceof HTMLElement && (isOpaque(layer) || isDim(layer)) &&
    (isHollowBox(layer) || (isOpaque(layer) && isMenuOver(layer) && member(Element, 'querySelector').value.call(layer, CONTENT) === null)) &&
    coversAll(layer)
  // The same with nothing in it but frames: whether they have loaded is not known here.
  const OTHERS = 'img,video,canvas,object,embed,svg,input,button,select'
  const isFrame = layer instanceof HTMLElement && isA(layer, 'iframe')
  const framesOver = layer instanceof HTMLElement && !isCovered && (isFrame || isOpaque(layer)) && textIn(layer) === '' &&
    member(Element, 'querySelector').value.call(layer, OTHERS) === null && coversAll(layer)
    ? isFrame ? [layer] : [...member(Element, 'querySelectorAll').value.call(layer, 'iframe')].slice(0, 10) : []
  const coverFrames = framesOver.map((frame) => cut(member(HTMLIFrameElement, 'src').get.call(frame), 2048))`

/** Signs that the document is still loading, and whether it shows nothing else. Returns the shape of `signsShape`. */
export const WAITING = `(() => {
  ${LOOK}
  if (body === null) return { signs: [], isEmpty: true }
  const shownText = (element) => element instanceof HTMLElement ? fold(member(HTMLElement, 'innerText').get.call(element)) : ''
  const isSeen = (element) => {
    const rect = rectOf(element)
    if (rect.width < 2 || rect.height < 2 || !inside(rect)) return false
    return isVisible(element)
  }
  const within = (selector, most) => {
    const found = []
    for (const element of all(selector)) {
      if (found.length >= most) break
      if (isSeen(element)) found.push(element)
    }
    return found
  }
  const shown = cut(member(HTMLElement, 'innerText').get.call(body), 1000000)
  const text = fold(shown).slice(0, 2000)
  const drawings = within('img,video,canvas,iframe,object,embed,svg', 50)
  const pictures = drawings.filter((element) => {
    const rect = rectOf(element)
    return rect.width >= 100 && rect.height >= 100
  })
  const media = pictures.length
  const isEmpty = text.length < 20 && media === 0
  const holder = one('main,[role="main"],#root,#app,#__next,#__nuxt')
  const isHollow = isEmpty || (text.length < 200 && media === 0) ||
    (holder !== null && shownText(holder).length < 40 && media === 0)
  // An element that covers the middle of the screen is what a visitor sees of the page.
  const top = member(Document, 'elementFromPoint').value.call(document, width / 2, height / 2)
  const texts = new Map()
  const lengthOf = (element) => {
    if (!texts.has(element)) texts.set(element, shownText(element).length)
    return texts.get(element)
  }
  const covers = (element) => {
    for (let at = element; at !== null; at = parentOf(at)) {
      const rect = rectOf(at)
      if (rect.width < width * 0.9 || rect.height < height * 0.8 || top === null) continue
      const { position } = getComputedStyle(at)
      // The frame of an application covers the screen too, with its content in it.
      if (position === 'fixed' || position === 'absolute') return holds(at, top) && lengthOf(at) < 200
    }
    return false
  }
  const counts = (element) => isHollow || covers(element)
  const signs = new Set()
  for (const element of within('[aria-busy="true" i]', 20)) {
    const rect = rectOf(element)
    const isLarge = rect.width * rect.height > width * height / 3 && shownText(element).length < 40
    if (counts(element) || isLarge) signs.add('busy_region')
  }
  if (isHollow && one('main[aria-busy="true" i],[role="main"][aria-busy="true" i],body[aria-busy="true" i]') !== null) signs.add('busy_region')
  for (const element of within('[role="progressbar" i]:not([aria-valuenow]),progress:not([value])', 20)) {
    if (counts(element)) signs.add('progress')
  }
  const animations = member(Document, 'getAnimations').value.call(document).slice(0, 200)
  const spinners = '[class*="spinner" i],[class*="loader" i],[class*="loading" i],[id*="loading" i],[id*="loader" i],[class*="throbber" i]'
  // Loaders and endless animations of several kinds, each in its own place, also below the screen, are what the page is about.
  const kinds = new Map()
  const place = (kind, element) => {
    const { x, y, width: w, height: h } = rectOf(element)
    const at = [x + w / 2, y + h / 2]
    const isApart = [...kinds.values()].every(([left, top]) => Math.hypot(left - at[0], top - at[1]) > 60)
    if (w > 0 && h > 0 && isApart && !kinds.has(kind)) kinds.set(kind, at)
  }
  for (const animation of animations) {
    const isEndless = animation.effect?.target && animation.effect.getComputedTiming().iterations === Infinity
    if (isEndless && animation.animationName !== undefined) place('@' + animation.animationName, animation.effect.target)
  }
  for (const element of first(spinners, 50)) place(element.getAttribute('class'), element)
  const named = of('title') + ' ' + shownText(one('h1'))
  const isShowcase = kinds.size >= 4 || /\\b(?:loaders|spinners|animations)\\b/i.test(named)
  for (const element of isShowcase ? [] : within(spinners, 20)) {
    if (shownText(element).length < 60 && counts(element) && !isA(element, 'html,body,script,link')) signs.add('spinner')
  }
  for (const element of within('[class*="skeleton" i],[class*="shimmer" i],[class*="placeholder-glow" i],[class*="placeholder-wave" i]', 20)) {
    if (shownText(element).length === 0 && counts(element)) signs.add('skeleton')
  }
  for (const animation of animations) {
    const target = animation.effect === null ? null : animation.effect.target
    if (target === null || animation.playState !== 'running') continue
    const { iterations, endTime } = animation.effect.getComputedTiming()
    if (iterations !== Infinity) {
      // Text that an animation shows soon, and that is most of the page.
      const left = Number(endTime) - Number(animation.currentTime)
      const isMost = shownText(target).length * 2 > text.length && text.length > 0
      const isFaint = !isSeen(target) || Number(getComputedStyle(target).opacity) < 0.5
      if (left > 0 && left < 10000 && isMost && isFaint && rectOf(target).height > 2) signs.add('fading_in')
      continue
    }
    if (isShowcase || !isSeen(target) || shownText(target).length > 0 || !counts(target)) continue
    const rect = rectOf(target)
    const isRound = rect.width <= 240 && Math.abs(rect.width - rect.height) < 12
    // A skeleton fades or shimmers; it keeps its size and direction.
    const isReshaped = animation.effect.getKeyframes().some(({ transform, scale, rotate }) => /scale|rotate|skew|matrix/.test(transform ?? '') || scale !== undefined || rotate !== undefined)
    if (isRound || !isReshaped) signs.add(isRound ? 'spinner' : 'skeleton')
  }
  // What a component shows in its own tree is no text of the document.
  const isComponent = (element) => (element.shadowRoot !== null || /-/.test(element.tagName)) &&
    [element, ...[...(element.shadowRoot?.children ?? [])].slice(0, 20)].some((part) => rectOf(part).height >= 10)
  // Header and footer of a page whose content has not come: a control or a picture would be content.
  const main = one('main,[role="main" i]')
  const isMainEmpty = main instanceof HTMLElement && shownText(main) === '' &&
    member(Element, 'checkVisibility').value.call(main) &&
    within('img,video,canvas,iframe,object,embed,svg,input,button,select,textarea', 200)
      .every((element) => !holds(main, element)) && !first('main *,[role="main" i] *', 500).some(isComponent) &&
    // A picture that is the ground of this part, and not of the whole site.
    [main, parentOf(main)].every((one) => one === document.body || !/url\\(/.test(getComputedStyle(one).backgroundImage))
  // Menus and a footer may say much, and are all that is there.
  const around = first('header,nav,footer,[role="banner" i],[role="navigation" i],[role="contentinfo" i]', 50)
  const outer = around.filter((bar) => around.every((other) => other === bar || !holds(other, bar)))
  const saidAround = outer.reduce((sum, bar) => sum + shownText(bar).length, 0)
  const isAllAround = text.length < 2000 && saidAround + outer.length >= text.length
  if (isMainEmpty && text !== '' && (text.length < 200 || isAllAround) && media === 0) signs.add('empty_main')
  const CONTROLS = 'a[href],input,button,select,textarea'
  // The same where no element is named as the main part.
  const bars = main !== null ? [] : ['header', 'footer'].map(one)
  const isBetweenEmpty = bars.length > 0 && bars.every((bar) => shownText(bar) !== '') && media === 0 &&
    bars.reduce((sum, bar) => sum + shownText(bar).length, 0) >= text.length - 2 &&
    within(CONTROLS, 50).every((element) => bars.some((bar) => holds(bar, element)))
  const isOfComponents = isBetweenEmpty && first('body *', 500).some((element) => isComponent(element) && !bars.some((bar) => holds(bar, element)))
  if (isBetweenEmpty && !isOfComponents && text.length < 200 && one('script') !== null) signs.add('empty_main')
  // Nothing but a number that counts, or a picture no larger than a logo or a ring, of a page that a script is to fill.
  const isSplash = (text !== '' || drawings.length > 0) && text.length <= 12 && text.replace(/[\\d\\s%.…:/]+/g, '') === '' && one('script') !== null &&
    drawings.every((element) => rectOf(element).width <= 320 && rectOf(element).height <= 320) && within(CONTROLS, 1).length === 0
  if (isSplash) signs.add('empty_main')
  ${COVER}
  const isMainHidden = main instanceof HTMLElement && text.length < 200 && media === 0 && !isVisible(main) && fold(cut(main.textContent, 2000)).length >= 120
  const isHidden = !isVisible(body) || isMainHidden
  if (isCovered || (isHidden && fold(cut(body.textContent, 2000)) !== '')) signs.add('hidden_page')
  const words = new RegExp('${LOADING_WORDS}', 'iu'), passing = new RegExp('${PASSING_WORDS}', 'iu')
  // A ring or a logo beside them is a part of the loader.
  const isLoader = media === 0 || (text.length <= 40 && pictures.every((one) => one instanceof SVGElement && rectOf(one).width <= 300))
  // What only screen readers say of a state, which their users hear once.
  const unseenLines = first('[role="status" i],[aria-live],[class*="sr-only" i],[class*="visually-hidden" i]', 20)
    .filter((element) => rectOf(element).width < 2 || rectOf(element).height < 2)
    .map((element) => fold(cut(element.textContent, 2000)))
  const seen = unseenLines.reduce((rest, one) => rest.replace(one, ' '), text).trim()
  const said = text.length <= 160 && isLoader ? [seen, ...seen.split(/(?<=[.!?…])\\s+/)] : []
  // The end of a list that grows while somebody scrolls.
  const ofMore = /(?<!\\p{L})(?:more|weitere|mehr|plus|más|mais|altr[aei]|meer|więcej|další|fler|flere|daha|ещё|еще)(?!\\p{L})|更多|もっと|さらに|더/iu
  // A part of the page, in a line of its own, says that it is not complete.
  const parts = cut(shown, 3000).split('\\n')
    .filter((line) => line.length <= 60 && /(?:[.]{3}|\u2026)\\s*$/.test(line) && !ofMore.test(fold(line)) && !unseenLines.some((one) => one.includes(fold(line))))
  const isPassing = said.some((sentence) => passing.test(fold(sentence)))
  if (isPassing || [...said, ...parts].some((sentence) => words.test(fold(sentence)))) signs.add('loading_words')
  return { signs: [...signs].sort(), isEmpty }
})()`

/** What a script writes when a value is missing, where a person would not: beside a currency or a greeting, as a date. */
const FAILED_VALUE =
  '/\\bInvalid Date\\b(?!\\.)|[$€£¥]\\s?(?:NaN|undefined|null)\\b|\\b(?:NaN|undefined|null)\\s?(?:[$€£¥%]|(?:USD|EUR|GBP)\\b)|(?:\\bNaN|(?:^|[:(|\\u00b7\\u2022-] ?)(?:undefined|null)) (?:items?|days?|hours?|minutes?|results?|reviews?|comments?)\\b|NaN[:\\/.-]NaN|\\b(?:(?:undefined|null) (?:undefined|null)|None None)\\b|\\b(?:hello|hi|hey|welcome|welcome back|dear|hallo|willkommen|bonjour|hola|by|from),? (?:undefined|null|NaN)\\b(?! (?:and|or|is|as|to|in|value)\\b)/i'

/** Characters that cannot be read without the picture behind them. */
const LEAST_ON_PICTURE = 10

// Elements and text nodes that a snapshot visits: a larger page is an attack, and its first part is evidence enough.
const MAX_NODES = 50_000

/** What alerts, toasts and parts that are named after an error say, as far as they can be seen. */
const ALERTS = `
  // Pages with code explain errors in boxes that are named after them.
  const isAboutCode = one('pre,code,[class~="fragment" i],[class*="highlight" i],[class*="admonition" i]') !== null
  const code = isAboutCode ? fold(first('pre,code', 50).map((element) => cut(element.textContent, 2000)).join(' ')) : ''
  const alerts = []
  for (const element of first('[role="alert" i],[role="alertdialog" i],[role="status" i],[aria-live="assertive" i],[class*="toast" i],[class*="snackbar" i],.ant-message-notice,.ant-notification-notice' +
    (isAboutCode ? '' : ',[class~="error" i],[class*="error-" i],[class*="-error" i],[class*="_error" i],[class*="errorMessage"],[class*="ErrorMessage"],[class*="alert-danger" i],[class*="alert-error" i]'), 50)) {
    const rect = rectOf(element)
    if (alerts.length >= 5 || rect.width < 2 || rect.height < 2 || !(element instanceof HTMLElement)) continue
    if ((!inside(rect) && !isA(element, '[role="alert" i]')) || !isVisible(element)) continue
    const said = fold(cut(member(HTMLElement, 'innerText').get.call(element), 1000))
    // What is shown as code beside it is an example.
    if (said !== '' && said.length <= 300 && !code.includes(said)) alerts.push(said)
  }
  // A bar at an edge of the window, over the page.
  for (const [x, y] of [[width / 2, height - 8], [width / 2, 8]]) {
    const bar = member(Document, 'elementFromPoint').value.call(document, x, y)
    for (let at = bar; at instanceof HTMLElement && at !== body && at !== root && alerts.length < 5; at = parentOf(at)) {
      if (getComputedStyle(at).position !== 'fixed' || rectOf(at).height > height / 4) continue
      const said = fold(cut(member(HTMLElement, 'innerText').get.call(at), 301))
      if (said !== '' && said.length <= 300 && !code.includes(said) && !alerts.includes(said)) alerts.push(said)
    }
  }
  // Lines of their own, as a part of the page shows them in place of its content: of a page with code, those before and below it
  // apart from those that may be about it.
  const remarks = [], amongCode = []
  const lines = all('p,li,td,dd,h2,h3,h4,label,strong,div:not(:has(div,p,ul,ol,table,section,article,form)),section:not(:has(*)),span:not(:has(*))')
  const isAround = (n) => !isAboutCode || (lines.length >= 40 && (n < 3 || n >= lines.length - 12))
  const read = (from, to, most) => {
    for (let n = from; n < to && remarks.length + amongCode.length < most; n += 1) {
      const element = lines[n]
      const length = cut(element.textContent, 401).length
      if (length < 6 || length > 400 || !(element instanceof HTMLElement)) continue
      const rect = rectOf(element)
      if (rect.width < 2 || rect.height < 2 || !isVisible(element)) continue
      if (member(Element, 'closest').value.call(element, 'figure,blockquote,q,pre,code') !== null) continue
      // What a code means, in a list of them.
      const code = element.tagName === 'TD' ? element.previousElementSibling : null
      if (code !== null && /^[A-Z]{0,3}[-#. ]?\\d{1,5}$/.test(fold(cut(code.textContent, 20)))) continue
      const shown = element.firstElementChild === null ? fold(element.textContent) : member(HTMLElement, 'innerText').get.call(element)
      const kept = isAround(n) ? remarks : amongCode
      kept.push(...shown.split('\\n').map(fold).filter((line) => line.length >= 6 && line.length <= 260).slice(0, 8))
    }
  }
  read(0, Math.min(300, lines.length), 300)
  read(Math.max(300, lines.length - 100), lines.length, 400)`

/** Places for content that has not come, and controls that wait for something: what a request that failed has left behind. */
const PLACES = `
  const OTHER_PLACES = /toast|snack|notif|error|alert|message|auto-?complete|suggest|dropdown|menu|modal|dialog|tooltip|popover|spacer|divider|gap|clear|sentinel|overlay|backdrop|portal|advert|\\bads?\\b|banner|announcer/i
  let emptyPlaces = waitingParts
  for (const element of first('ul:not(:has(*)),ol:not(:has(*)),dl:not(:has(*)),tbody:not(:has(*)),div:not(:has(*)),section:not(:has(*)),article:not(:has(*)),main:not(:has(*))', 1000)) {
    if (emptyPlaces >= 10) break
    if (cut(element.textContent, 200).trim() !== '' || OTHER_PLACES.test(element.id + ' ' + element.getAttribute('class'))) continue
    const before = element.previousElementSibling
    const isBelowHeading = before !== null && /^H[1-6]$/.test(before.tagName)
    const isList = /^(?:UL|OL|DL|TBODY)$/.test(element.tagName)
    const rect = rectOf(element)
    const isLarge = (element.id !== '' || element.hasAttribute('class')) && rect.height >= 40 && rect.width >= 100
    if (!isBelowHeading && !isList && !isLarge) continue
    const { position, backgroundColor, backgroundImage } = getComputedStyle(element)
    if (/absolute|fixed|sticky/.test(position) || !isVisible(element)) continue
    if (isLarge && !isBelowHeading && !isList && (backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)')) continue
    emptyPlaces += 1
  }
  for (const element of first('[aria-busy="true" i],[class*="skeleton" i],[class*="shimmer" i],[class*="placeholder-glow" i]', 20)) {
    if (rectOf(element).height > 2 && isVisible(element) && fold(cut(element.textContent, 200)) === '') emptyPlaces += 1
  }
  const disabledControls = first('button[disabled],input[type="submit" i][disabled]', 20).filter(isVisible).length`

/** Icons that a visitor does not see: drawings that are not there, and fonts without which the names of the icons are shown. */
const ICONS = `
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
    const whole = cut(url.href, 2048), file = whole.replace(/#.*$/, '')
    const isLocal = href.startsWith('#')
    if (!isLocal) sprites.add(file)
    const control = member(Element, 'closest').value.call(drawing, 'a,button,[role="button" i]')
    const isMissing = isLocal
      ? member(Document, 'getElementById').value.call(document, id) === null
      : use.getBBox().width === 0
    if (isMissing && control instanceof HTMLElement && fold(member(HTMLElement, 'innerText').get.call(control)) === '') lostDrawings.push({ url: whole, inViewport: true })
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

/** Reads the document. Returns the shape of `snapshotShape`. */
export const SNAPSHOT = `(() => {
  ${LOOK}
  const MAX = ${MAX_NODES}, LEAST_ON_PICTURE = ${LEAST_ON_PICTURE}
  const shows = (element, rect) => {
    if (rect.width <= 0 || rect.height <= 0) return false
    const style = getComputedStyle(element)
    return style.visibility !== 'hidden' && style.display !== 'none' && Number(style.opacity) > 0
  }

  let visibleMedia = 0
  for (const element of first('img,screenshot,video,canvas,svg,iframe,object,embed', 2000)) {
    const rect = rectOf(element)
    if (rect.width < 100 || rect.height < 100 || !shows(element, rect)) continue
    if (element.tagName === 'IMG' && element.complete && element.naturalWidth === 0) continue
    visibleMedia += 1
  }

  const images = first('img', 2000)
  // Of a photograph that a visitor misses, in square pixels.
  const LARGE = 100000
  const broken = [], shown = [], lazy = []
  for (const image of images) {
    const rect = rectOf(image)
    const url = cut(image.currentSrc || image.src, 2048)
    if (inside(rect) && url !== '') shown.push(url)
    // What was to put the picture in place of a pixel has not done so.
    const later = image.dataset.src || image.dataset.lazySrc || image.dataset.original || (image.dataset.srcset ?? '').split(/[\\s,]/)[0]
    if (later && image.complete && image.naturalWidth <= 2 && rect.width >= 80 && rect.height >= 80 && inside(rect) && shows(image, rect)) {
      try { lazy.push({ url: cut(new URL(later, member(Node, 'baseURI').get.call(document)).href, 2048), inViewport: true, isLarge: rect.width * rect.height >= LARGE }) } catch {}
      continue
    }
    if (url === '' || !image.complete || image.naturalWidth > 0) continue
    // An image without a natural size (an SVG) has no width; a tracking pixel is not shown to visitors.
    if ((image.getAttribute('width') === '1' && image.getAttribute('height') === '1') || /^data:image\\/svg/i.test(url)) continue
    broken.push({ url, inViewport: inside(rect) && shows(image, rect) })
  }

  // A film or a recording that a visitor is to start, and that nothing can be played of.
  const players = []
  for (const player of first('video[controls],audio[controls]', 50)) {
    const isLost = player.error !== null || player.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
    const rect = rectOf(player)
    if (!isLost || !inside(rect) || !shows(player, rect)) continue
    for (const one of [player, ...member(Element, 'querySelectorAll').value.call(player, 'source[src]')]) if (one.src) players.push(cut(one.src, 2048))
  }

  const frames = []
  for (const frame of first('iframe[src]', 200)) {
    const rect = rectOf(frame)
    if (rect.width >= 200 && rect.height >= 100 && inside(rect) && shows(frame, rect)) frames.push(cut(frame.src, 2048))
  }

  const urlsIn = (image) => [...image.matchAll(/url\\("([^"]{1,2048})"\\)/g)].map((found) => found[1])
  const backgrounds = [], needed = new Map()
  for (const element of first('body,body *', 3000)) {
    if (backgrounds.length >= 100) break
    const rect = rectOf(element)
    if (rect.width < 100 || rect.height < 100 || !inside(rect)) continue
    const style = getComputedStyle(element)
    if (style.backgroundImage === 'none' || !shows(element, rect)) continue
    const urls = urlsIn(style.backgroundImage)
    backgrounds.push(...urls)
    // A photograph is shown once, and as large as its place; a pattern is repeated.
    const isPhotograph = /cover|contain/.test(style.backgroundSize) && rect.width * rect.height > width * height / 4
    if (isPhotograph && element !== body) for (const url of urls) needed.set(url, LEAST_ON_PICTURE)
  }

  // Everything after a brace that was not closed is inside of the rule before it, where it does not apply: what nobody writes there tells.
  const leavesOf = (rules) => {
    let count = 0
    for (const rule of rules) count += rule.cssRules === undefined || rule.cssRules.length === 0 ? 1 : leavesOf(rule.cssRules)
    return count
  }
  const isSwallowed = (rules) => {
    const last = rules[rules.length - 1]
    if (last.cssRules === undefined || last.cssRules.length < 8 || rules.length > 2000) return false
    const inner = [...last.cssRules]
    const isFor = (pattern) => inner.some(({ selectorText = '' }) => pattern.test(selectorText))
    const isStyle = last instanceof CSSStyleRule
    const isStrange = isStyle
      ? !/(?:^|[ ,])(?:html|body|:root|:host)/.test(last.selectorText) && isFor(/(?:^|[ ,&])(?:html|body|:root)(?![\\w-])/)
      : last instanceof CSSMediaRule && !matchMedia(last.media.mediaText).matches &&
        (inner.some((one) => one instanceof CSSMediaRule || one instanceof CSSFontFaceRule) ||
          // A page has styles for the screen, before it has some for print.
          (/^print$/i.test(last.media.mediaText) && ((rules.length > 1 && isFor(/:hover/)) || (rules.length === 1 && of('styleSheets').length === 1))))
    return isStrange && leavesOf(inner) * 2 > leavesOf(rules)
  }
  // Sources of styles that no build has read have directives in place of declarations, which a browser leaves out.
  const isBare = (rules) => [...rules].every((rule) =>
    rule instanceof CSSStyleRule ? rule.style.length === 0 && isBare(rule.cssRules) : rule instanceof CSSGroupingRule && isBare(rule.cssRules))
  const unusedStyles = [], swallowedStyles = [], ownStyles = { linked: 0, empty: 0 }
  for (const link of first('link[rel~="stylesheet" i][href]', 200)) {
    const isOther = /(?:^|\\s)alternate(?:\\s|$)/i.test(link.rel)
    if (isOther || (link.media !== '' && !matchMedia(link.media).matches)) {
      unusedStyles.push(cut(link.href, 2048))
      continue
    }
    if (link.sheet === null || new URL(link.href).origin !== location.origin) continue
    try {
      ownStyles.linked += 1
      // A single rule without a declaration is a place that its author keeps.
      const [rule, ...others] = link.sheet.cssRules
      if (isBare(link.sheet.cssRules) && (others.length > 0 || !(rule instanceof CSSStyleRule))) ownStyles.empty += 1
      else if (isSwallowed(link.sheet.cssRules)) swallowedStyles.push(cut(link.href, 2048))
    } catch {}
  }

  const text = body === null ? '' : fold(cut(member(HTMLElement, 'innerText').get.call(body), 1000000))
  const counts = { mustache: 0, objectObject: 0, undefinedText: 0, failedValue: 0, loremIpsum: 0 }
  // A table or list of which one column has several of the values of a program is about them.
  const lists = new Map()
  const listOfValues = (parent, words) => {
    const cell = member(Element, 'closest').value.call(parent, 'td,th,li,dt')
    const whole = cell === null ? null : member(Element, 'closest').value.call(cell, 'table,ul,ol,dl')
    if (whole === null) return counts
    if (!lists.has(whole)) lists.set(whole, { objectObject: 0, undefinedText: 0, failedValue: 0, columns: new Map() })
    const list = lists.get(whole), value = words.trim()
    if (/^(?:undefined|null|NaN|None|\\[object \\w{1,20}\\]|Invalid Date)$/.test(value) && fold(cut(cell.textContent, 100)) === value) {
      const column = !(cell instanceof HTMLTableCellElement) ? 'list' : cell.tagName === 'TH' ? 'head' : cell.cellIndex
      if (!list.columns.has(column)) list.columns.set(column, new Set())
      list.columns.get(column).add(value)
    }
    return list
  }
  const FAILED_VALUE = ${FAILED_VALUE}, LOADING = new RegExp('${LOADING_WORDS}', 'iu')
  let waitingParts = 0
  // Menus and slides are hidden on purpose, and lie over or beside the page.
  const unseen = { inView: 0, unseen: 0 }
  const fates = new Map()
  const fateOf = (element) => {
    if (element === null) return 'shown'
    const known = fates.get(element)
    if (known !== undefined) return known
    const style = getComputedStyle(element)
    const above = fateOf(parentOf(element))
    const isLifted = style.position === 'absolute' || style.position === 'fixed'
    const isClear = Number(style.opacity) < 0.05 || style.visibility === 'hidden'
    const fate = above === 'ignored' || style.display === 'none' ? 'ignored'
      : above === 'unseen' || isClear ? (isLifted ? 'ignored' : 'unseen') : 'shown'
    fates.set(element, fate)
    return fate
  }
  // Letters in the colour of what is below them. Pictures, gradients and drawings below make them visible.
  const channels = (color) => /^rgb\\(/.test(color) ? color.match(/\\d+/g).map(Number) : null
  const grounds = new Map()
  const groundOf = (element) => {
    if (element === null) return [255, 255, 255]
    const known = grounds.get(element)
    if (known !== undefined) return known
    const style = getComputedStyle(element)
    const isDrawn = [style, getComputedStyle(element, '::before'), getComputedStyle(element, '::after')].some((one, n) =>
      one.backgroundImage !== 'none' || (n > 0 && one.content !== 'none' && one.backgroundColor !== 'rgba(0, 0, 0, 0)'))
    const isUnknown = isDrawn || style.mixBlendMode !== 'normal' || style.filter !== 'none' || style.textShadow !== 'none'
    const isClear = style.backgroundColor === 'rgba(0, 0, 0, 0)'
    const ground = isUnknown ? null : isClear ? groundOf(parentOf(element)) : channels(style.backgroundColor)
    grounds.set(element, ground)
    return ground
  }
  const pictures = first('img,video,canvas,svg,iframe,object,embed,picture', 500).map(rectOf).filter((rect) => rect.width > 60 && rect.height > 20)
  const isOnPicture = (rect) => {
    const x = rect.left + rect.width / 2, y = rect.top + rect.height / 2
    return pictures.some((one) => one.left <= x && one.right >= x && one.top <= y && one.bottom >= y)
  }
  // Of 255 for each channel: letters that differ by no more have a contrast of about 1.2 at most.
  const LIKE = 14
  const isInkOfGround = (parent, rect, color) => {
    const ink = channels(color)
    const ground = ink === null ? null : groundOf(parent)
    if (ground === null || ink.some((value, n) => Math.abs(value - ground[n]) > LIKE)) return false
    if (isOnPicture(rect)) return false
    const x = rect.left + rect.width / 2, y = rect.top + rect.height / 2
    // A sibling below it may be its ground.
    const below = member(Document, 'elementsFromPoint').value.call(document, x, y)
    const isSame = (one) => {
      const other = groundOf(one)
      return other !== null && other.every((value, n) => Math.abs(value - ink[n]) <= LIKE)
    }
    return below.every((one) => one === parent || holds(one, parent) || holds(parent, one) || isSame(one))
  }
  // The ground of letters when the pictures of backgrounds are not there.
  const grounded = new Map()
  const behindPictures = (element) => {
    if (element === null) return { color: [255, 255, 255], urls: [] }
    const known = grounded.get(element)
    if (known !== undefined) return known
    const { backgroundImage, backgroundColor } = getComputedStyle(element)
    const urls = backgroundImage === 'none' ? [] : urlsIn(backgroundImage)
    const isOther = urls.length === 0 && backgroundImage !== 'none'
    const below = isOther || backgroundColor !== 'rgba(0, 0, 0, 0)' ? { color: isOther ? null : channels(backgroundColor), urls: [] } : behindPictures(parentOf(element))
    const ground = { color: below.color, urls: [...urls, ...below.urls] }
    grounded.set(element, ground)
    return ground
  }
  const weighPictures = (parent, color, length) => {
    const { color: ground, urls } = behindPictures(parent)
    const ink = channels(color)
    if (ground === null || ink === null || ink.some((value, n) => Math.abs(value - ground[n]) > 24)) return
    for (const url of urls) needed.set(url, (needed.get(url) ?? 0) + length)
  }
  // Menus, and the bars above and below what a page is about, are no part of it.
  const isBar = (element) => {
    const closest = (selector) => member(Element, 'closest').value.call(element, selector)
    if (closest('nav,footer,[role="navigation" i],[role="contentinfo" i]') !== null) return true
    const bar = closest('header,[role="banner" i]')
    return bar !== null && member(Element, 'querySelector').value.call(bar, 'h1,h2,p') === null
  }
  // What a visitor finds anywhere on the page, beside menus and bars: a few words are enough.
  const ENOUGH = 40
  const found = { all: 0, seen: 0 }
  const clips = new Map()
  // The overflow of a body belongs to the window, unless its document has one.
  const clipsItself = root !== null && getComputedStyle(root).overflowY !== 'visible'
  const isLost = (element) => {
    if (element === null || element === root || (element === body && !clipsItself)) return false
    const known = clips.get(element)
    if (known !== undefined) return known
    const { overflowX, overflowY, filter, position } = getComputedStyle(element)
    const rect = rectOf(element)
    const isClipped = (rect.height < 2 && overflowY !== 'visible') || (rect.width < 2 && overflowX !== 'visible')
    const blurred = /blur\\(([\\d.]+)px\\)/.exec(filter)
    const isVague = (blurred !== null && Number(blurred[1]) >= 8) || /(?:brightness|opacity)\\(0(?:\\.0\\d*)?\\)/.test(filter)
    // What clips an element that is positioned is the one that it is positioned in.
    const above = position === 'absolute' && element instanceof HTMLElement ? member(HTMLElement, 'offsetParent').get.call(element) : parentOf(element)
    const isOut = isClipped || isVague || (position !== 'fixed' && isLost(above))
    clips.set(element, isOut)
    return isOut
  }
  const isFound = (element, rect) =>
    rect.width >= 1 && rect.height >= 1 && rect.right > 0 && rect.left < width && rect.bottom + scrollY > 0 && isVisible(element) && !isLost(element)
  const find = (words, parent) => {
    const length = words.trim().length
    if (found.seen >= ENOUGH || length === 0 || parent === null || weighed >= 2000) return
    if (/^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA|OPTION|TITLE)$/.test(parent.tagName) || isBar(parent)) return
    found.all += length
    if (isFound(parent, rectOf(parent))) found.seen += length
  }
  const showsOther = () => first('img,video,canvas,svg,iframe,object,embed,input,button,select,textarea', 500).some((element) => {
    const rect = rectOf(element)
    const isLarge = /^(?:INPUT|BUTTON|SELECT|TEXTAREA)$/.test(element.tagName) || (rect.width >= 100 && rect.height >= 100)
    return isLarge && !isBar(element) && isFound(element, rect)
  })
  // Text that lies over other text, or has a letter or two in each line, cannot be read.
  const samples = []
  const sample = (node, parent, words) => {
    const length = words.trim().length
    if (samples.length >= 40 || length < 12 || getComputedStyle(parent).writingMode !== 'horizontal-tb' || isLost(parent)) return
    const range = new Range()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()].filter((line) => line.width > 0)
    samples.push({ parent, length, isNarrow: length >= 20 && lines.length > length / 3, lines: lines.filter(inside).slice(0, 60) })
  }
  const isOver = (a, b) => {
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top), wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    return high > 0.6 * Math.min(a.height, b.height) && wide > 0.3 * Math.min(a.width, b.width)
  }
  const unreadable = () => {
    const all = samples.reduce((sum, one) => sum + one.length, 0)
    const tangled = samples.filter(({ parent, lines, isNarrow }) => {
      const isOnItself = lines.some((line, n) => n > 0 && isOver(line, lines[n - 1]))
      return isNarrow || isOnItself || samples.some((other) => other.parent !== parent && lines[0] && other.lines[0] && isOver(lines[0], other.lines[0]))
    }).reduce((sum, one) => sum + one.length, 0)
    return all >= 60 && tangled * 2 >= all ? tangled / all : 0
  }
  // The start of a document is at the top of the page; its whole is too much to be laid out and styled again.
  let weighed = 0
  const weigh = (node, words, parent) => {
    const length = words.trim().length
    if (length === 0 || weighed >= 2000) return
    weighed += 1
    if (parent === null || /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA|OPTION)$/.test(parent.tagName)) return
    const rect = rectOf(parent)
    if (rect.top >= height) return
    const isTiny = parseFloat(getComputedStyle(parent).fontSize) < 1
    if (isTiny && fateOf(parent) !== 'ignored') {
      unseen.inView += length
      unseen.unseen += length
      return
    }
    if (rect.width < 1 || rect.height < 1 || !inside(rect) || isBar(parent)) return
    const fate = fateOf(parent)
    if (fate === 'ignored') return
    const { color, textIndent } = getComputedStyle(parent)
    const isClear = /^rgba\\(.*, 0(?:\\.0\\d*)?\\)$/.test(color)
    // Of a scan or a drawing it is there to be copied.
    if (isClear && isOnPicture(rect)) return
    unseen.inView += length
    const isAside = Math.abs(parseFloat(textIndent)) > width
    if (backgrounds.length > 0) weighPictures(parent, color, length)
    if (fate === 'unseen' || isClear || isAside || isInkOfGround(parent, rect, color)) unseen.unseen += length
    else sample(node, parent, words)
  }
  const walker = member(Document, 'createTreeWalker').value.call(document, body ?? root ?? document, NodeFilter.SHOW_TEXT)
  for (let n = 0, node = walker.nextNode(); node !== null && n < MAX; n += 1, node = walker.nextNode()) {
    const words = node.data
    const parent = node.parentElement
    find(words, parent)
    weigh(node, words, parent)
    if (words.length < 60 && /[.\u2026]\\s*$/.test(words) && LOADING.test(fold(words)) && parent !== null && shows(parent, rectOf(parent))) waitingParts += 1
    if (words.length > 20000 || !/\\{\\{|\\[object |undefined|nan|null|none|invalid date|lorem ipsum/i.test(words)) continue
    if (parent === null || member(Element, 'closest').value.call(parent, 'code,pre,script,style,noscript,textarea,template,kbd,samp,dt') !== null) continue
    if (!shows(parent, rectOf(parent))) continue
    if (/\\{\\{\\s*[\\w$.|() '"-]{1,80}\\s*\\}\\}/.test(words)) counts.mustache += 1
    // A paragraph with code in it is about values, and does not show one.
    const block = member(Element, 'closest').value.call(parent, 'p,li,td,dd,blockquote')
    if (block !== null && member(Element, 'querySelector').value.call(block, 'code,kbd,samp') !== null) continue
    const list = listOfValues(parent, words)
    if (/\\[object (?:Object|Promise|Undefined|Null|HTML\\w+|NodeList)\\]/.test(words)) list.objectObject += 1
    if (words.trim() === 'undefined') list.undefinedText += 1
    if (FAILED_VALUE.test(words)) list.failedValue += 1
    if (/lorem ipsum dolor/i.test(words)) counts.loremIpsum += 1
  }
  for (const list of lists.values()) {
    if ([...list.columns.values()].some((values) => values.size >= 3)) continue
    counts.objectObject += list.objectObject
    counts.undefinedText += list.undefinedText
    counts.failedValue += list.failedValue
  }

  ${COVER}
  const isNothingFound = body instanceof HTMLBodyElement && backgrounds.length === 0 && found.all >= 120 && found.seen < ENOUGH / 2 && !showsOther()
  unseen.unseen = Math.max(unseen.unseen, Math.round(unseen.inView * unreadable()))
  if (isCovered || isNothingFound) {
    unseen.inView = Math.max(unseen.inView, Math.min(Math.max(text.length, found.all), 2000))
    unseen.unseen = unseen.inView
  }

  const next = one('nextjs-portal')
  const nextShows = next !== null && next.shadowRoot !== null &&
    next.shadowRoot.querySelector('[data-nextjs-dialog],[data-nextjs-error-overlay],[role="dialog"]') !== null
  const overlay = one('vite-error-overlay') !== null ? 'vite'
    : nextShows ? 'next'
    : one('#webpack-dev-server-client-overlay') !== null ? 'webpack'
    // Every application has the bar, and shows it after an exception.
    : /An unhandled error has occurred\\. Reload ?(?:\u{1f5d9}|$)/u.test(text) ? 'blazor' : null

  ${ALERTS}
  ${PLACES}
  ${ICONS}
  const here = new URL(of('URL'))
  here.hash = ''
  const base = member(Node, 'baseURI').get.call(document)
  const anchors = [], fragments = new Map()
  let total = 0
  for (const anchor of all('a[href],area[href]')) {
    total += 1
    if (total > MAX) break
    const href = anchor.getAttribute('href')
    let url = null
    try { url = new URL(href, base).href } catch {}
    if (url !== null && url.includes('#')) {
      const target = new URL(url)
      const fragment = target.hash.slice(1)
      target.hash = ''
      if (target.href === here.href && fragment !== '' && fragments.size < 100) {
        const known = fragments.get(fragment)
        if (known === undefined) {
          let decoded = fragment
          try { decoded = decodeURIComponent(fragment) } catch {}
          const byId = (id) => member(Document, 'getElementById').value.call(document, id) !== null
          const found = byId(fragment) || byId(decoded) ||
            member(Document, 'getElementsByName').value.call(document, decoded).length > 0
          fragments.set(fragment, { fragment: cut(fragment, 200), found, occurrences: 1 })
        } else known.occurrences += 1
      }
    }
    if (anchors.length < 2000) {
      const label = fold(cut(anchor.textContent, 1000)) || fold(anchor.getAttribute('aria-label'))
      anchors.push({ href: cut(href, 2048), url: url === null ? null : cut(url, 2048), text: cut(label, 100), download: anchor.hasAttribute('download') })
    }
  }

  // A form that is sent to the machine of a developer is a link there.
  for (const form of first('form[action]', 50)) {
    try {
      const { href, hostname } = new URL(form.getAttribute('action'), base)
      if (hostname !== here.hostname && /^(?:localhost|127\\.|10\\.|192\\.168\\.|\\[::1\\])|\\.(?:local|localhost|internal|test)$/.test(hostname)) {
        const button = member(Element, 'querySelector').value.call(form, 'button,[type="submit" i]')
        anchors.push({ href: cut(form.getAttribute('action'), 2048), url: cut(href, 2048), text: cut(fold(button === null ? '' : button.textContent), 100), download: false })
      }
    } catch {}
  }

  const scripts = []
  for (const script of first('script[src]', 500)) {
    if (!script.hasAttribute('integrity')) scripts.push(cut(script.src, 2048))
  }

  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  const seen = Object.hasOwn(globalThis, '__seen') ? globalThis.__seen : null
  const size = of('scrollingElement') ?? root
  return {
    title: cut(fold(of('title')), 300),
    textLength: text.length,
    textExcerpt: cut(text, 500),
    elementCount: member(Document, 'getElementsByTagName').value.call(document, '*').length,
    documentWidth: Math.max(0, Math.round(size === null ? 0 : member(Element, 'scrollWidth').get.call(size))),
    documentHeight: Math.max(0, Math.round(size === null ? 0 : member(Element, 'scrollHeight').get.call(size))),
    visibleMedia,
    imagesTotal: of('images').length,
    // A single one may be a matter of the button.
    brokenImages: [...broken, ...(lostDrawings.length > 1 ? lostDrawings : []), ...(lazy.length > 1 ? lazy : lazy.filter((one) => one.isLarge))].slice(0, 50),
    imagesInViewport: shown.slice(0, 500),
    backgroundsInViewport: backgrounds,
    neededBackgrounds: [...needed].flatMap(([url, letters]) => letters < LEAST_ON_PICTURE ? [] : [url]).slice(0, 100),
    emptyPlaces,
    disabledControls,
    awaitedScripts: first('script[src][onload]', 50).map((script) => cut(script.src, 2048)),
    sprites: [...sprites].slice(0, 50),
    icons,
    framesInViewport: frames,
    coverFrames,
    lostPlayersInViewport: players,
    unusedStyles,
    ownStyles,
    swallowedStyles,
    errorOverlay: overlay,
    alerts,
    remarks,
    amongCode,
    textInView: unseen,
    hasPasswordInput: one('input[type="password" i]') !== null,
    ...counts,
    scriptsWithoutIntegrity: scripts,
    assets: first('script[src],link[rel~="stylesheet" i][href],link[rel~="preload" i][as="style" i][onload]' +
      (one('script[type="module" i]') === null ? '' : ',link[rel~="modulepreload" i][href]'), 1000)
      .map((element) => cut(element.tagName === 'LINK' ? element.href : element.src, 2048)),
    prefetched: first('link[rel~="prefetch" i][href]', 500).map((element) => cut(element.href, 2048)),
    preconnected: first('link[rel~="preconnect" i][href]', 500).map((element) => cut(element.href, 2048)),
    fontFailed: [...of('fonts')].some((font) => font.status === 'error'),
    standardsMode: of('compatMode') === 'CSS1Compat',
    moduleScripts: first('script[type="module" i][src]', 500).map((script) => cut(script.src, 2048)),
    links: { documentUrl: cut(of('URL'), 65536), total, anchors, fragments: [...fragments.values()] },
    performance: {
      fcpMs: paint === undefined ? null : Math.round(paint.startTime),
      lcpMs: seen === null || seen.lcp === null ? null : Math.round(seen.lcp),
      cls: seen === null ? null : Math.round(seen.cls * 10000) / 10000,
      tbtMs: seen === null ? null : Math.round(seen.tbt),
      longestTaskMs: seen === null ? null : Math.round(seen.longest),
    },
  }
})()`

/** What is left of a page when nobody listens to it any more, with its markup if its text changed. Returns the shape of `afterShape`. */
export const scriptAfter = (textLengthBefore: number, mostMarkup: number) => `(() => {
  ${LOOK}
  ${ALERTS}
  ${COVER}
  const isShown = body !== null && isVisible(body)
  const media = first('img,video,canvas,svg,iframe,object,embed', 200).filter((element) => {
    const rect = rectOf(element)
    return rect.width >= 100 && rect.height >= 100 && inside(rect)
  }).length
  const textLength = isShown ? fold(cut(member(HTMLElement, 'innerText').get.call(body), 1000000)).length : 0
  const html = textLength === ${textLengthBefore} ? null : ${serialise(mostMarkup)}
  return { textLength, html, media: isShown ? media : 0, isCovered, coverFrames, alerts, remarks, amongCode }
})()`

/** What a frame shows, if it is large enough to be read and says little. Returns the shape of `frameShape`, or null. */
export const FRAME = `(() => {
  ${LOOK}
  if (body === null || width < 100 || height < 30 || !/^(?:https?|about):/.test(location.protocol)) return null
  const text = cut(member(HTMLElement, 'innerText').get.call(body), 401)
  if (text.length > 400) return null
  return { url: cut(location.href, 2048), lines: text.split('\\n').map((line) => cut(fold(line), 200)).filter((line) => line !== '') }
})()`

/** The document as markup, cut inside the page, so that only the part that is kept is transferred. */
export function serialise(most: number): string {
  return `(() => {
    ${MEMBERS}
    const doctype = of('doctype'), root = of('documentElement')
    const type = doctype === null ? '' : '<!doctype ' + doctype.name + '>'
    const text = type + (root === null ? '' : member(Element, 'outerHTML').get.call(root))
    return { text: text.slice(0, ${most}), cut: text.length > ${most} }
  })()`
}

import { COVER } from './cover.ts'
import { PAGE_HELPERS } from './page-helpers.ts'

/** Words of sentences of loading pages, in lower case, in the languages of the page signatures. */
const loadingWords = [
  '(?<!lazy[ -])loading|retrieving|fetching|initiali[sz]ing|starting up|connecting|preparing',
  'please wait|just a moment|one moment|hang tight',
  '(?<![a-zäöüß] )laden|lädt|geladen|abgerufen|bitte warten|einen moment|verbindung .{0,20}wird (?:hergestellt|aufgebaut)',
  'chargement|veuillez patienter|un instant|cargando|espere por favor|por favor espere|un momento|conectando',
  'carregando|aguarde|caricamento|attendere',
  '(?:connexion|connessione|collegamento|conexión) (?:.{1,20} )?(?:en cours|in corso|en curso)',
  'even geduld|verbinding .{0,20}(?:wordt )?gemaakt|laddar|indlæser|laster|yükleniyor|bağlanıyor',
  'ładowanie|proszę czekać|łączenie|загрузка|подождите|подключение',
].map((words) => `/^(?:.{0,40} )?(?:is |are |wird |werden )?(?:${words})(?: .{0,40})?[ .…!。]*$/iu`)

/** Defines `saysLoading`, which tells whether a text in lower case is such a sentence. */
export const SAYS_LOADING = `
  const loadingSentences = [
    ${loadingWords.join(',\n    ')},
    /^.{0,24}(?:读取中|加载中|載入中|正在连接|请稍候|読み込み中|読込中|お待ちください|接続中|로딩 ?중|연결 ?중|불러오는 중|기다려 주).{0,24}$/iu,
  ]
  const saysLoading = (text) => loadingSentences.some((one) => one.test(text))`

/** Pattern of words about the state of a whole page, which a part of a page may show permanently. */
const PASSING_WORDS =
  '^(?:.{0,40} )?(?:updating|synchroni[sz]ing|authenticating|signing you in|redirecting|reconnecting)(?: .{0,40})?[ .…!。]*$'

/**
 * Script that reads the signs that the document is still loading, and whether it shows nothing else. Returns the shape of
 * `signsShape`.
 */
export const WAITING = `(() => {
  ${PAGE_HELPERS}
  if (body === null) return { signs: [], isEmpty: true, isUnfilled: false, isCalm: false }
  const foldedText = (element) => fold(shownText(element, 2100))
  const isSeen = (element) => {
    const rect = rectOf(element)
    if (rect.width < 2 || rect.height < 2 || !inside(rect)) return false
    return isVisible(element)
  }
  const within = (selector, max) => {
    const found = []
    for (const element of all(selector)) {
      if (found.length >= max) break
      if (isSeen(element)) found.push(element)
    }
    return found
  }
  const shown = shownText(body)
  const text = fold(shown).slice(0, 2000)
  const drawings = within('img,video,canvas,iframe,object,embed,svg', 50)
  const largeMedia = drawings.filter((element) => {
    const rect = rectOf(element)
    return rect.width >= 100 && rect.height >= 100
  })
  const media = largeMedia.length
  const isEmpty = text.length < 20 && media === 0
  const holder = one('main,[role="main"],#root,#app,#__next,#__nuxt')
  const isHollow = isEmpty || (text.length < 200 && media === 0) ||
    (holder !== null && foldedText(holder).length < 40 && media === 0)
  // The element at the middle of the screen: if it covers the screen, visitors see nothing else.
  const top = elementAt(width / 2, height / 2)
  const texts = new Map()
  const lengthOf = (element) => {
    if (!texts.has(element)) texts.set(element, foldedText(element).length)
    return texts.get(element)
  }
  const covers = (element) => {
    for (let at = element; at !== null; at = parentOf(at)) {
      const rect = rectOf(at)
      if (rect.width < width * 0.9 || rect.height < height * 0.8 || top === null) continue
      const { position } = getComputedStyle(at)
      // The outer element of an application covers the screen too, but contains its content.
      if (position === 'fixed' || position === 'absolute') return holds(at, top) && lengthOf(at) < 200
    }
    return false
  }
  // A game that has not begun has a canvas and hardly any text.
  const isStage = text.length < 60 && largeMedia.length > 0 && largeMedia.every((one) => isA(one, 'canvas'))
  const counts = (element) => isHollow || isStage || covers(element)
  const signs = new Set()
  for (const element of within('[aria-busy="true" i]', 20)) {
    const rect = rectOf(element)
    const isLarge = rect.width * rect.height > width * height / 3 && foldedText(element).length < 40
    if (counts(element) || isLarge) signs.add('busy_region')
  }
  if (isHollow && one('main[aria-busy="true" i],[role="main"][aria-busy="true" i],body[aria-busy="true" i]') !== null) signs.add('busy_region')
  for (const element of within('[role="progressbar" i]:not([aria-valuenow]),progress:not([value])', 20)) {
    if (counts(element)) signs.add('progress')
  }
  const animations = member(Document, 'getAnimations').value.call(document).slice(0, 200)
  const spinners = '[class*="spinner" i],[class*="loader" i],[class*="loading" i],[id*="loading" i],[id*="loader" i],[class*="throbber" i]'
  // A page with several kinds of loaders and endless animations in different places, also below the screen, is about them.
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
  for (const element of first(spinners, 50)) place(attributeOf(element, 'class'), element)
  const named = of('title') + ' ' + foldedText(one('h1'))
  // The manual of such a component is named after it, and also shows words of loading.
  const isManual = /(?:^|\\W)(?:loaders?|spinners?|skeletons?)(?:\\W|$)/i.test(named) && !isHollow
  const isShowcase = kinds.size >= 4 || isManual || /\\b(?:loaders|spinners|animations)\\b/i.test(named)
  for (const element of isShowcase ? [] : within(spinners, 20)) {
    if (foldedText(element).length < 60 && counts(element) && !isA(element, 'html,body,script,link')) signs.add('spinner')
  }
  for (const element of within('[class*="skeleton" i],[class*="shimmer" i],[class*="placeholder-glow" i],[class*="placeholder-wave" i]', 20)) {
    if (foldedText(element).length === 0 && counts(element)) signs.add('skeleton')
  }
  for (const animation of animations) {
    const target = animation.effect === null ? null : animation.effect.target
    if (target === null || animation.playState !== 'running') continue
    const { iterations, endTime } = animation.effect.getComputedTiming()
    if (iterations !== Infinity) {
      // An animation that will soon show most of the text of the page.
      const left = Number(endTime) - Number(animation.currentTime)
      const isMost = foldedText(target).length * 2 > text.length && text.length > 0
      const isFaint = !isSeen(target) || Number(getComputedStyle(target).opacity) < 0.5
      if (left > 0 && left < 10000 && isMost && isFaint && rectOf(target).height > 2) signs.add('fading_in')
      continue
    }
    if (isShowcase || !isSeen(target) || foldedText(target).length > 0 || !counts(target)) continue
    const rect = rectOf(target)
    const isRound = rect.width <= 240 && Math.abs(rect.width - rect.height) < 12
    // A skeleton fades or shimmers; it keeps its size and direction.
    const isReshaped = animation.effect.getKeyframes().some(({ transform, scale, rotate }) => /scale|rotate|skew|matrix/.test(transform ?? '') || scale !== undefined || rotate !== undefined)
    if (isRound || !isReshaped) signs.add(isRound ? 'spinner' : 'skeleton')
  }
  // A web component may have a closed shadow tree, or content that styles draw.
  const isComponent = (element) => (shadowOf(element) !== null || /-/.test(tagOf(element))) &&
    [element, ...[...(shadowOf(element)?.children ?? [])].slice(0, 20)].some((part) => rectOf(part).height >= 10)
  // Only the header and footer of a page are there, and its content is missing: a control or an image would be content.
  const main = one('main,[role="main" i]')
  const isMainEmpty = main instanceof HTMLElement && foldedText(main) === '' &&
    member(Element, 'checkVisibility').value.call(main) &&
    within('img,video,canvas,iframe,object,embed,svg,input,button,select,textarea', 200)
      .every((element) => !holds(main, element)) && !first('main *,[role="main" i] *', 500).some(isComponent) &&
    // A background image of this part, not of the whole page, would be content too.
    [main, parentOf(main)].every((one) => one === null || one === body || !/url\\(/.test(getComputedStyle(one).backgroundImage))
  // Menus and a footer may have much text although nothing else is there.
  const around = first('header,nav,footer,[role="banner" i],[role="navigation" i],[role="contentinfo" i]', 50)
  const outer = around.filter((bar) => around.every((other) => other === bar || !holds(other, bar)))
  const saidAround = outer.reduce((sum, bar) => sum + foldedText(bar).length, 0)
  const isAllAround = text.length < 2000 && saidAround + outer.length >= text.length
  if (isMainEmpty && text !== '' && (text.length < 200 || isAllAround) && media === 0) signs.add('empty_main')
  const CONTROLS = 'a[href],input,button,select,textarea'
  // The same for a page without an element for its main part.
  const bars = main !== null ? [] : ['header', 'footer'].map(one)
  const isBetweenEmpty = bars.length > 0 && bars.every((bar) => foldedText(bar) !== '') && media === 0 &&
    bars.reduce((sum, bar) => sum + foldedText(bar).length, 0) >= text.length - 2 &&
    within(CONTROLS, 50).every((element) => bars.some((bar) => holds(bar, element)))
  const isOfComponents = isBetweenEmpty && first('body *', 500).some((element) => isComponent(element) && !bars.some((bar) => holds(bar, element)))
  if (isBetweenEmpty && !isOfComponents && text.length < 200 && one('script') !== null) signs.add('empty_main')
  // A page that a script has to fill, with only a counting number that is no time of day, or an image of the size of a logo or spinner.
  const isSplash = (text !== '' || drawings.length > 0) && text.length <= 12 && text.replace(/[\\d\\s%.…:/]+/g, '') === '' && !/^\\d{1,2}:\\d\\d(?::\\d\\d)?$/.test(text) && one('script') !== null &&
    drawings.every((element) => rectOf(element).width <= 320 && rectOf(element).height <= 320) && within(CONTROLS, 1).length === 0
  if (isSplash) signs.add('empty_main')
  ${COVER}
  const isMainHidden = main instanceof HTMLElement && text.length < 200 && media === 0 && !isVisible(main) && fold(cut(textOf(main), 2000)).length >= 120
  const isHidden = !isVisible(body) || isMainHidden
  if (isCovered || (isHidden && fold(cut(body.textContent, 2000)) !== '')) signs.add('hidden_page')
  ${SAYS_LOADING}
  const passing = new RegExp('${PASSING_WORDS}', 'iu')
  // A spinner or a logo next to the words is part of the loader.
  const isLoader = media === 0 || (text.length <= 40 && largeMedia.every((one) => one instanceof SVGElement && rectOf(one).width <= 300))
  // Status texts for screen readers, which are not visible.
  const unseenLines = first('[role="status" i],[aria-live],[class*="sr-only" i],[class*="visually-hidden" i]', 20)
    .filter((element) => rectOf(element).width < 2 || rectOf(element).height < 2)
    .map((element) => fold(cut(textOf(element), 2000)))
  const seen = unseenLines.reduce((rest, one) => rest.replace(one, ' '), text).trim()
  const sentences = text.length <= 160 && isLoader ? [seen, ...seen.split(/(?<=[.!?…])\\s+/)] : []
  // The end of a list that grows when a visitor scrolls.
  const ofMore = /(?<!\\p{L})(?:more|weitere|mehr|plus|más|mais|altr[aei]|meer|więcej|další|fler|flere|daha|ещё|еще)(?!\\p{L})|更多|もっと|さらに|더/iu
  // Separate lines that say that a part of the page is not complete.
  const parts = isManual ? [] : cut(shown, 3000).split('\\n')
    .filter((line) => line.length <= 60 && /(?:[.]{3}|\u2026|\\s\\d{1,2} ?%)\\s*$/.test(line) && !ofMore.test(fold(line)) && !unseenLines.some((one) => one.includes(fold(line))))
  // The same without dots, which counts beside a call without a response.
  const isCalm = !isManual && cut(shown, 3000).split('\\n').some((line) => line.length <= 40 && saysLoading(fold(line)) && !ofMore.test(fold(line)))
  const isPassing = sentences.some((sentence) => passing.test(fold(sentence)))
  if (isPassing || [...sentences, ...parts].some((sentence) => saysLoading(fold(sentence)))) signs.add('loading_words')
  // Nothing at all, on a page that a script may still fill without a request: after a timer, or from its database.
  const isUnfilled = text === '' && drawings.length === 0 && one('script') !== null
  return { signs: [...signs].sort(), isEmpty, isUnfilled, isCalm }
})()`

import { ALERTS } from './alerts.ts'
import { COVER, COVER_MESSAGE } from './cover.ts'
import { MAX_NODES } from './flat-tree.ts'
import { ICONS } from './icons.ts'
import { LAYOUT } from './layout.ts'
import { PAGE_HELPERS } from './page-helpers.ts'
import { TEXT_IN_VIEW } from './text-in-view.ts'
import { SAYS_LOADING } from './waiting.ts'

/** Counts what a failed request leaves behind: places whose content is missing, and disabled controls. */
const PLACES = `
  const OTHER_PLACES = [
    /toast|snack|notif|error|alert|message|announcer|modal|dialog|tooltip|popover|overlay|backdrop|portal/i,
    /auto-?complete|suggest|dropdown|menu|spacer|divider|gap|clear|sentinel|advert|\\bads?\\b|banner/i,
  ]
  let emptyPlaces = waitingParts
  for (const element of first('ul:not(:has(*)),ol:not(:has(*)),dl:not(:has(*)),tbody:not(:has(*)),div:not(:has(*)),section:not(:has(*)),article:not(:has(*)),main:not(:has(*))', 1000)) {
    if (emptyPlaces >= 10) break
    if (mixed.has(element) || cut(textOf(element), 200).trim() !== '' || OTHER_PLACES.some((one) => one.test(element.id + ' ' + element.getAttribute('class')))) continue
    const before = element.previousElementSibling
    const isBelowHeading = before !== null && /^H[1-6]$/.test(tagOf(before))
    const isList = /^(?:UL|OL|DL|TBODY)$/.test(tagOf(element))
    const rect = rectOf(element)
    const isLarge = (element.id !== '' || element.hasAttribute('class')) && rect.height >= 40 && rect.width >= 100
    if (!isBelowHeading && !isList && !isLarge) continue
    const { position, backgroundColor, backgroundImage } = getComputedStyle(element)
    if (/absolute|fixed|sticky/.test(position) || !isVisible(element)) continue
    if (isLarge && !isBelowHeading && !isList && (backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)')) continue
    emptyPlaces += 1
  }
  for (const element of first('[aria-busy="true" i],[class*="skeleton" i],[class*="shimmer" i],[class*="placeholder-glow" i]', 20)) {
    if (rectOf(element).height > 2 && isVisible(element) && !mixed.has(element) && fold(cut(textOf(element), 200)) === '') emptyPlaces += 1
  }
  const disabledControls = first('button[disabled],input[type="submit" i][disabled]', 20).filter(isVisible).length`

/**
 * Patterns of text that a script writes when a value is missing and a person would not: next to a currency or a greeting, or as a
 * date.
 */
const FAILED_VALUES = `[
    /\\bInvalid Date\\b(?!\\.)|NaN[:/.-]NaN|\\b(?:(?:undefined|null) (?:undefined|null)|None None)\\b/i,
    /[$€£¥]\\s?(?:NaN|undefined|null)\\b|\\b(?:NaN|undefined|null)\\s?(?:[$€£¥%]|(?:USD|EUR|GBP)\\b)/i,
    /(?:\\bNaN|(?:^|[:(|\\u00b7\\u2022-] ?)(?:undefined|null)) (?:items?|days?|hours?|minutes?|results?|reviews?|comments?)\\b/i,
    /\\b(?:hello|hi|hey|welcome|welcome back|dear|hallo|willkommen|bonjour|hola|by|from),? (?:undefined|null|NaN)\\b(?! (?:and|or|is|as|to|in|value)\\b)/i,
  ]`

/** Minimum number of characters that cannot be read without an image behind them. */
const MIN_CHARS_ON_IMAGE = 10

/** Reads the document. Returns the shape of `snapshotShape`. */
export const SNAPSHOT = `(() => {
  ${PAGE_HELPERS}
  const MAX = ${MAX_NODES}, MIN_CHARS_ON_IMAGE = ${MIN_CHARS_ON_IMAGE}
  const shows = (element, rect) => {
    if (rect.width <= 0 || rect.height <= 0) return false
    const style = getComputedStyle(element)
    return style.visibility !== 'hidden' && style.display !== 'none' && Number(style.opacity) > 0
  }

  let visibleMedia = 0
  for (const element of first('img,video,canvas,svg,iframe,object,embed', 2000)) {
    const rect = rectOf(element)
    if (rect.width < 100 || rect.height < 100 || !shows(element, rect)) continue
    if (tagOf(element) === 'IMG' && element.complete && element.naturalWidth === 0) continue
    visibleMedia += 1
  }

  const images = first('img', 2000)
  // Minimum area of an image that a visitor misses, square pixels.
  const LARGE = 100000
  const broken = [], shown = [], lazy = []
  for (const image of images) {
    const rect = rectOf(image)
    const url = cut(image.currentSrc || image.src, 2048)
    if (inside(rect) && url !== '') shown.push(url)
    // A script should have replaced a placeholder (a single pixel, or a drawing in the markup) by the image, and has not.
    const isPlace = image.naturalWidth <= 2 || /^data:image\\/svg/i.test(image.src)
    const later = image.dataset.src || image.dataset.lazySrc || image.dataset.original || (image.dataset.srcset ?? '').split(/[\\s,]/)[0]
    if (later && image.complete && isPlace && rect.width >= 80 && rect.height >= 80 && inside(rect) && shows(image, rect)) {
      try { lazy.push({ url: cut(new URL(later, member(Node, 'baseURI').get.call(document)).href, 2048), inViewport: true, isLarge: rect.width * rect.height >= LARGE }) } catch {}
      continue
    }
    if (url === '' || !image.complete || image.naturalWidth > 0) continue
    // An image without a natural size (an SVG) has no width; a tracking pixel is not shown to visitors.
    if ((image.getAttribute('width') === '1' && image.getAttribute('height') === '1') || /^data:image\\/svg/i.test(url)) continue
    broken.push({ url, inViewport: inside(rect) && shows(image, rect) })
  }

  // Videos and audios with controls that cannot be played.
  const players = []
  for (const player of first('video[controls],audio[controls]', 50)) {
    const isLost = player.error !== null || player.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
    const rect = rectOf(player)
    if (!isLost || !inside(rect) || !shows(player, rect)) continue
    for (const one of [player, ...allIn(player, 'source[src]')]) if (one.src) players.push(cut(one.src, 2048))
  }

  const frames = []
  for (const frame of first('iframe[src]', 200)) {
    const rect = rectOf(frame)
    const isCheck = rect.height >= 60 && /captcha|turnstile/i.test(frame.src + frame.title)
    if (rect.width >= 200 && (rect.height >= 100 || isCheck) && inside(rect) && shows(frame, rect)) frames.push(cut(frame.src, 2048))
  }

  const urlsIn = (image) => [...image.matchAll(/url\\("([^"]{1,2048})"\\)/g)].map((found) => found[1])
  const backgrounds = [], needed = new Map()
  for (const element of first('*:not(html,head,head *)', 3000)) {
    if (backgrounds.length >= 100) break
    const rect = rectOf(element)
    if (rect.width < 100 || rect.height < 100 || !inside(rect)) continue
    const style = getComputedStyle(element)
    if (style.backgroundImage === 'none' || !shows(element, rect)) continue
    const urls = urlsIn(style.backgroundImage)
    backgrounds.push(...urls)
    // A photograph is scaled to the size of its element; a pattern is repeated.
    const isPhotograph = /cover|contain/.test(style.backgroundSize) && rect.width * rect.height > width * height / 4
    if (isPhotograph && element !== body) for (const url of urls) needed.set(url, MIN_CHARS_ON_IMAGE)
  }

  // Everything after an unclosed brace is inside the rule before it, and does not apply. Rules that are never written inside another one show it.
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
          // A style sheet for print alone is usual, but not as the only one, and not with rules for hovering.
          (/^print$/i.test(last.media.mediaText) && ((rules.length > 1 && isFor(/:hover/)) || (rules.length === 1 && of('styleSheets').length === 1))))
    return isStrange && leavesOf(inner) * 2 > leavesOf(rules)
  }
  // Sources of styles that were not built contain directives instead of declarations; a browser ignores them. A build that finds no
  // classes leaves only the variables for all elements.
  const isStart = ({ selectorText, style }) => /(?:^|,)\\s*\\*/.test(selectorText) && [...style].every((name) => name.startsWith('--'))
  const isBare = (rules) => [...rules].every((rule) =>
    rule instanceof CSSStyleRule ? (rule.style.length === 0 || isStart(rule)) && isBare(rule.cssRules) : rule instanceof CSSGroupingRule && isBare(rule.cssRules))
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
      // A single rule without a declaration is a placeholder of its author.
      const [rule, ...others] = link.sheet.cssRules
      if (isBare(link.sheet.cssRules) && (others.length > 0 || !(rule instanceof CSSStyleRule) || rule.style.length > 0)) ownStyles.empty += 1
      else if (isSwallowed(link.sheet.cssRules)) swallowedStyles.push(cut(link.href, 2048))
    } catch {}
  }

  const text = body === null ? '' : fold(shownText(body))
  const counts = { mustache: 0, objectObject: 0, undefinedText: 0, failedValue: 0, loremIpsum: 0 }
  // A table or list with several such values in one column is about these values.
  const lists = new Map()
  const listOfValues = (parent, words) => {
    const cell = closestOf(parent, 'td,th,li,dt')
    const container = cell === null ? null : closestOf(cell, 'table,ul,ol,dl')
    if (container === null) return counts
    if (!lists.has(container)) lists.set(container, { objectObject: 0, undefinedText: 0, failedValue: 0, columns: new Map() })
    const list = lists.get(container), value = words.trim()
    if (/^(?:undefined|null|NaN|None|\\[object \\w{1,20}\\]|Invalid Date)$/.test(value) && fold(cut(cell.textContent, 100)) === value) {
      const column = !(cell instanceof HTMLTableCellElement) ? 'list' : cell.tagName === 'TH' ? 'head' : cell.cellIndex
      if (!list.columns.has(column)) list.columns.set(column, new Set())
      list.columns.get(column).add(value)
    }
    return list
  }
  const FAILED_VALUES = ${FAILED_VALUES}
  ${SAYS_LOADING}
  let waitingParts = 0
  ${TEXT_IN_VIEW}
  const texts = []
  for (const tree of trees) {
    const walker = member(Document, 'createTreeWalker').value.call(document, tree === document ? body ?? root ?? document : tree, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null && texts.length < MAX; node = walker.nextNode()) texts.push(node)
  }
  for (const node of texts) {
    const words = node.data
    const parent = elementAround(node) ?? hostOf(node)
    // The text of a host without a slot for it is not drawn.
    const slot = hasShadows ? slotOf(node) : null
    if (hasShadows && slot === null && elementAround(node) !== null && shadowOf(parent) !== null) continue
    find(words, parent)
    weigh(node, words, parent, slot ?? parent)
    if (words.length < 60 && /[.\u2026]\\s*$/.test(words) && saysLoading(fold(words)) && parent !== null && shows(parent, rectOf(parent))) waitingParts += 1
    if (words.length > 20000 || !/\\{\\{|\\[object |undefined|nan|null|none|invalid date|lorem ipsum/i.test(words)) continue
    if (parent === null || closestOf(parent, 'code,pre,script,style,noscript,textarea,template,kbd,samp,dt') !== null) continue
    if (!shows(parent, rectOf(parent))) continue
    if (/\\{\\{\\s*(?!\\s)[\\w$.|() '"-]{1,80}(?<!\\s)\\s*\\}\\}/.test(words)) counts.mustache += 1
    // A paragraph with code is about values, and does not show a failed one.
    const block = closestOf(parent, 'p,li,td,dd,blockquote')
    if (block !== null && oneIn(block, 'code,kbd,samp') !== null) continue
    const list = listOfValues(parent, words)
    if (/\\[object (?:Object|Promise|Undefined|Null|HTML\\w+|NodeList)\\](?!.{0,20}\\btoString\\b)/.test(words)) list.objectObject += 1
    if (words.trim() === 'undefined') list.undefinedText += 1
    if (FAILED_VALUES.some((one) => one.test(words))) list.failedValue += 1
    if (/lorem ipsum dolor/i.test(words)) counts.loremIpsum += 1
  }
  for (const list of lists.values()) {
    if ([...list.columns.values()].some((values) => values.size >= 3)) continue
    counts.objectObject += list.objectObject
    counts.undefinedText += list.undefinedText
    counts.failedValue += list.failedValue
  }

  ${COVER}
  ${COVER_MESSAGE}
  unseen.unseen = Math.max(unseen.unseen, Math.round(unseen.inView * unreadable()))
  ${LAYOUT}
  if (isCovered || isGiant() || isPushedAway() || isNothingFound()) {
    unseen.inView = Math.max(unseen.inView, Math.min(Math.max(text.length, found.all), 2000))
    unseen.unseen = unseen.inView
  }

  const next = one('nextjs-portal')
  const nextShows = next !== null && next.shadowRoot !== null &&
    next.shadowRoot.querySelector('[data-nextjs-dialog],[data-nextjs-error-overlay],[role="dialog"]') !== null
  const overlay = one('vite-error-overlay') !== null ? 'vite'
    : nextShows ? 'next'
    : one('#webpack-dev-server-client-overlay') !== null ? 'webpack'
    // Every Blazor application contains the bar, and shows it only after an exception.
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
          const byId = (id) => trees.some((tree) => inTree(tree, 'getElementById', id) !== null)
          const found = byId(fragment) || byId(decoded) ||
            member(Document, 'getElementsByName').value.call(document, decoded).length > 0
          fragments.set(fragment, { fragment: cut(fragment, 200), found, occurrences: 1 })
        } else known.occurrences += 1
      }
    }
    if (anchors.length < 2000) {
      const label = fold(mixed.has(anchor) ? shownText(anchor, 1000) : cut(anchor.textContent, 1000)) || fold(anchor.getAttribute('aria-label'))
      anchors.push({ href: cut(href, 2048), url: url === null ? null : cut(url, 2048), text: cut(label, 100), download: anchor.hasAttribute('download') })
    }
  }

  // A form that submits to a developer machine counts as a link to it.
  for (const form of first('form[action]', 50)) {
    try {
      const { href, hostname } = new URL(attributeOf(form, 'action'), base)
      if (hostname !== here.hostname && /^(?:localhost|127\\.|10\\.|192\\.168\\.|\\[::1\\])|\\.(?:local|localhost|internal|test)$/.test(hostname)) {
        const button = oneIn(form, 'button,[type="submit" i]')
        anchors.push({ href: cut(attributeOf(form, 'action'), 2048), url: cut(href, 2048), text: cut(fold(button === null ? '' : textOf(button)), 100), download: false })
      }
    } catch {}
  }

  const scripts = []
  for (const script of first('script[src]', 500)) {
    if (!script.hasAttribute('integrity')) scripts.push(cut(script.src, 2048))
  }

  const paint = performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint')
  const seen = Object.hasOwn(globalThis, '__seen') ? globalThis.__seen : null
  const size = of('scrollingElement') ?? root
  return {
    title: cut(fold(of('title')), 300),
    textLength: text.length,
    textExcerpt: cut(text, 500),
    elementCount: all('*').length,
    documentWidth: Math.max(0, Math.round(size === null ? 0 : member(Element, 'scrollWidth').get.call(size))),
    documentHeight: Math.max(0, Math.round(size === null ? 0 : member(Element, 'scrollHeight').get.call(size))),
    visibleMedia,
    imagesTotal: all('img').length,
    // A single missing drawing may be intended by the button.
    brokenImages: [...broken, ...(lostDrawings.length > 1 ? lostDrawings : []), ...(lazy.length > 1 ? lazy : lazy.filter((one) => one.isLarge))].slice(0, 50),
    imagesInViewport: shown.slice(0, 500),
    backgroundsInViewport: backgrounds,
    neededBackgrounds: [...needed].flatMap(([url, letters]) => letters < MIN_CHARS_ON_IMAGE ? [] : [url]).slice(0, 100),
    emptyPlaces,
    disabledControls,
    awaitedScripts: first('script[src][onload]', 50).map((script) => cut(script.src, 2048)),
    sprites: [...sprites].slice(0, 50),
    icons,
    framesInViewport: frames,
    coverFrames,
    coverMarkup,
    lostPlayersInViewport: players,
    unusedStyles,
    ownStyles,
    swallowedStyles,
    errorOverlay: overlay,
    alerts,
    remarks,
    listed,
    amongCode,
    textInView: unseen,
    layoutFault,
    hasPasswordInput: one('input[type="password" i]') !== null,
    ...counts,
    scriptsWithoutIntegrity: scripts,
    assets: first('script[src],link[rel~="stylesheet" i][href],link[rel~="preload" i][as="style" i][onload]' +
      (one('script[type="module" i]') === null ? '' : ',link[rel~="modulepreload" i][href]'), 1000)
      .map((element) => cut(tagOf(element) === 'LINK' ? element.href : element.src, 2048)),
    prefetched: first('link[rel~="prefetch" i][href]', 500).map((element) => cut(element.href, 2048)),
    preconnected: first('link[rel~="preconnect" i][href]', 500).map((element) => cut(element.href, 2048)),
    iconLinks: first('link[rel~="icon" i][href],link[rel~="apple-touch-icon" i][href],link[rel~="mask-icon" i][href]', 20).map((element) => cut(element.href, 2048)),
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

/** Reads the visible texts of alerts, toasts and elements that are named after an error. */
export const ALERTS = `
  // On a page with code, a box that is named after an error may explain one.
  const isAboutCode = one('pre,code,[class~="fragment" i],[class*="highlight" i],[class*="admonition" i]') !== null
  const code = isAboutCode ? fold(first('pre,code', 50).map((element) => cut(textOf(element), 2000)).join(' ')) : ''
  const alerts = []
  for (const element of first('[role="alert" i],[role="alertdialog" i],[role="status" i],[aria-live="assertive" i],[class*="toast" i],[class*="snackbar" i],.ant-message-notice,.ant-notification-notice' +
    (isAboutCode ? '' : ',[class~="error" i],[class*="error-" i],[class*="-error" i],[class*="_error" i],[class*="errorMessage"],[class*="ErrorMessage"],[class*="alert-danger" i],[class*="alert-error" i]'), 50)) {
    const rect = rectOf(element)
    if (alerts.length >= 5 || rect.width < 2 || rect.height < 2 || !(element instanceof HTMLElement)) continue
    if ((!inside(rect) && !isA(element, '[role="alert" i]')) || !isVisible(element)) continue
    const message = fold(shownText(element, 1000))
    // A message that the page also shows as code is an example.
    if (message !== '' && message.length <= 300 && !code.includes(message)) alerts.push(message)
  }
  // Bars over the page, at the bottom and the top of the window.
  for (const [x, y] of [[width / 2, height - 8], [width / 2, 8]]) {
    const bar = elementAt(x, y)
    for (let at = bar; at instanceof HTMLElement && at !== body && at !== root && alerts.length < 5; at = parentOf(at)) {
      if (getComputedStyle(at).position !== 'fixed' || rectOf(at).height > height / 4) continue
      const message = fold(shownText(at, 301))
      if (message !== '' && message.length <= 300 && !code.includes(message) && !alerts.includes(message)) alerts.push(message)
    }
  }
  // Short lines that are separate elements: a part of the page may show one instead of its content. On a page with code, the
  // lines among the code are kept apart, because they may be about it.
  const remarks = [], amongCode = []
  // Lines that are one of several headings or items of their kind, and no alert: the names of symptoms or topics.
  const listed = []
  const isListed = (element) => {
    const item = closestOf(element, 'li,dt,dd,td,th,summary,h1,h2,h3,h4,h5,h6')
    if (item === null || closestOf(item, '[role="alert" i],[role="alertdialog" i],[role="status" i],[aria-live]') !== null) return false
    const tag = tagOf(item)
    if (/^(?:H\\d|SUMMARY)$/.test(tag)) return first(tag, 2).length > 1
    return [...(elementAround(item)?.children ?? [])].some((other) => other !== item && tagOf(other) === tag)
  }
  const lines = all('p,li,td,dd,h2,h3,h4,label,strong,div:not(:has(div,p,ul,ol,table,section,article,form)),section:not(:has(*)),span:not(:has(*))')
  const isAround = (n) => !isAboutCode || (lines.length >= 40 && (n < 3 || n >= lines.length - 12))
  const read = (from, to, max) => {
    for (let n = from; n < to && remarks.length + amongCode.length < max; n += 1) {
      const element = lines[n]
      const length = cut(mixed.has(element) ? shownText(element, 401) : textOf(element), 401).length
      if (length < 6 || length > 400 || !(element instanceof HTMLElement)) continue
      const rect = rectOf(element)
      if (rect.width < 2 || rect.height < 2 || !isVisible(element)) continue
      if (closestOf(element, 'figure,blockquote,q,pre,code,object,canvas,video,audio') !== null) continue
      // A line in a list of codes and their meanings, or of jobs and their results, is not a message.
      const before = tagOf(element) === 'TD' ? element.previousElementSibling : null
      const named = before === null ? '' : fold(cut(before.textContent, 20))
      if (/^(?:[A-Z]{0,3}[-#. ]?\\d{1,5}|failed|failure|error|passed|succeeded|success|ok|skipped|cancell?ed|running|pending)$/i.test(named)) continue
      const shown = element.firstElementChild === null ? fold(textOf(element)) : shownText(element, 401)
      const kept = isAround(n) ? remarks : amongCode
      const said = shown.split('\\n').map(fold).filter((line) => line.length >= 6 && line.length <= 260).slice(0, 8)
      kept.push(...said)
      if (isListed(element)) listed.push(...said)
    }
  }
  read(0, Math.min(300, lines.length), 300)
  read(Math.max(300, lines.length - 100), lines.length, 400)`

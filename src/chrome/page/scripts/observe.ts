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

/** Resolves after two frames were drawn: changes by the last script are then visible. */
export const TWO_FRAMES =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))'

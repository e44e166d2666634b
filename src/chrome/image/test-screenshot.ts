import type { CDPSession } from 'puppeteer-core'
import type { BrowserLease } from '#chrome/contract.ts'
import { emulation } from '#chrome/emulation.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { readImage } from './image-facts.ts'
import { takeScreenshot } from './screenshot.ts'

export interface TestScreenshot {
  readonly png: Uint8Array
  /** `as_drawn`: it shows the page; `no_text`: the text is missing; `wrong`: it shows something else. */
  readonly shows: 'as_drawn' | 'no_text' | 'wrong'
  readonly width: number
  readonly height: number
}

const GREEN = '#2a6f4b'
// The page loads no resources.
const PAGE = `data:text/html,${encodeURIComponent(`<!doctype html><title>urlwitness</title>
<body style="margin:0;background:${GREEN};color:#fff;font:bold 96px sans-serif"><p style="margin:80px">urlwitness`)}`
// Long enough for a busy machine with a cold disk; normally it takes a tenth of a second.
export const TEST_SCREENSHOT_TIMEOUT_MS = 15_000

/** Takes a screenshot of a built-in page and checks it. Rejects with Chrome's error, or `deadline_passed`. */
export async function takeTestScreenshot(
  { newPage }: Pick<BrowserLease, 'newPage'>,
  clock: Clock,
): Promise<TestScreenshot> {
  const deadline = deadlineAfter(clock, TEST_SCREENSHOT_TIMEOUT_MS)
  try {
    const { session } = await deadline.race(newPage())
    const { width, height } = emulation.viewport
    await deadline.race(openTestPage(session))
    const png = await deadline.race(takeScreenshot(session, height))
    const facts = png === null ? null : await readImage(png, height)
    const isRight =
      facts?.width === width && facts.height === height && facts.dominantColor === GREEN
    const hasText = (facts?.dominantColorRatio ?? 1) < 1
    return {
      png: png ?? new Uint8Array(),
      width: facts?.width ?? 0,
      height: facts?.height ?? 0,
      shows: shown(isRight, hasText),
    }
  } finally {
    deadline.close()
  }
}

async function openTestPage(session: CDPSession): Promise<void> {
  const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
  await Promise.all([
    session.send('Page.enable'),
    session.send('Emulation.setDeviceMetricsOverride', { ...emulation.viewport, mobile: false }),
    session.send('Page.navigate', { url: PAGE }),
  ])
  await loaded
}

function shown(isRight: boolean, hasText: boolean): TestScreenshot['shows'] {
  if (!isRight) return 'wrong'
  return hasText ? 'as_drawn' : 'no_text'
}

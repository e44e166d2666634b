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
// It loads nothing.
const PAGE = `data:text/html,${encodeURIComponent(`<!doctype html><title>urlwitness</title>
<body style="margin:0;background:${GREEN};color:#fff;font:bold 96px sans-serif"><p style="margin:80px">urlwitness`)}`
// For a busy machine with a cold disk; normally it takes a tenth of a second.
const PATIENCE_MS = 15_000

/** Takes a screenshot of a built-in page and checks it. Rejects with Chrome's error, or `deadline_passed`. */
export async function takeTestScreenshot(
  { context }: Pick<BrowserLease, 'context'>,
  clock: Clock,
): Promise<TestScreenshot> {
  const deadline = deadlineAfter(clock, PATIENCE_MS)
  try {
    const page = await deadline.race(context.newPage())
    await deadline.race(page.goto(PAGE, { timeout: PATIENCE_MS }))
    const session = await deadline.race(page.createCDPSession())
    const { width, height } = emulation.viewport
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

function shown(isRight: boolean, hasText: boolean): TestScreenshot['shows'] {
  if (!isRight) return 'wrong'
  return hasText ? 'as_drawn' : 'no_text'
}

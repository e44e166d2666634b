import { Buffer } from 'node:buffer'
import type { CDPSession } from 'puppeteer-core'
import { emulation } from '#chrome/emulation.ts'

/**
 * Height of the screenshot at most, px. Five screens show what a page is; a PNG grows with its height in time and bytes
 * (16,000 px take 2.3 s and 12 MB), and beyond 16,384 px Chrome draws nothing at all.
 */
export const SCREENSHOT_HEIGHT = 4_096

/** The page from its top, as wide as the window and as high as the document up to the cap, as PNG. */
export async function takeScreenshot(
  session: CDPSession,
  documentHeight: number,
): Promise<Uint8Array> {
  const { width, height } = emulation.viewport
  const clipped = Math.min(Math.max(documentHeight, height), SCREENSHOT_HEIGHT)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    // A clip has the page laid out anew, even one that is the window.
    ...(clipped > height && {
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height: clipped, scale: 1 },
    }),
  })
  return fromBase64(data)
}

/** What DevTools gives for bytes. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}

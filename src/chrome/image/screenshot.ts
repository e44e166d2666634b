import { Buffer } from 'node:buffer'
import type { CDPSession } from 'puppeteer-core'
import { emulation } from '#chrome/emulation.ts'

/**
 * Greatest height of a screenshot, px. Five screens show what a page is; a PNG grows with its height in time and bytes
 * (16,000 px take 2.3 s and 12 MB), and beyond 16,384 px Chrome draws nothing at all.
 */
export const SCREENSHOT_HEIGHT = 4_096

/** A PNG of the page from its top, as wide as the viewport and as high as the document up to the cap. */
export async function takeScreenshot(
  session: CDPSession,
  documentHeight: number,
): Promise<Uint8Array> {
  const { width, height } = emulation.viewport
  const clipped = Math.min(Math.max(documentHeight, height), SCREENSHOT_HEIGHT)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    // A clip causes a new layout, even one that equals the viewport.
    ...(clipped > height && {
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height: clipped, scale: 1 },
    }),
  })
  return fromBase64(data)
}

/** Bytes as DevTools encodes them. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}

import { Buffer } from 'node:buffer'
import type { CDPSession } from 'puppeteer-core'
import { emulation } from '#chrome/emulation.ts'

/**
 * Maximum height of a screenshot, px. Five screens show what a page is about. The time and the bytes of a PNG grow with its
 * height (16,000 px take 2.3 s and 12 MB), and beyond 16,384 px Chrome draws nothing at all.
 */
export const SCREENSHOT_HEIGHT = 4_096

/**
 * Maximum size of a screenshot, bytes. A page of noise takes 16.8 MB, which its buyer has to fetch and we have to store; a real
 * page takes 0.7 MB. A larger screenshot is taken again with fewer rows.
 */
const SCREENSHOT_BYTES = 3 * 1024 * 1024
const MAX_TRIES = 3
/** Rows differ in size, so the next attempt takes slightly fewer rows than would fit on average. */
const MARGIN = 0.85

/**
 * Takes a PNG of the page from its top, as wide as the viewport and as high as the document, up to the limits of height and size.
 * Null when every attempt was too large.
 */
export async function takeScreenshot(
  session: CDPSession,
  documentHeight: number,
): Promise<Uint8Array | null> {
  let rows = Math.min(Math.max(documentHeight, emulation.viewport.height), SCREENSHOT_HEIGHT)
  for (let n = 0; n < MAX_TRIES; n += 1) {
    const png = await captureRows(session, rows)
    if (png.byteLength <= SCREENSHOT_BYTES) return png
    rows = Math.floor((rows * MARGIN * SCREENSHOT_BYTES) / png.byteLength)
  }
  return null
}

async function captureRows(session: CDPSession, rows: number): Promise<Uint8Array> {
  const { width, height } = emulation.viewport
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    // A clip causes a new layout, even one that equals the viewport.
    ...(rows !== height && {
      captureBeyondViewport: rows > height,
      clip: { x: 0, y: 0, width, height: rows, scale: 1 },
    }),
  })
  return fromBase64(data)
}

/** Decodes base64, which DevTools uses for bytes. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}

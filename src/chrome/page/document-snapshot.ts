import type { CDPSession } from 'puppeteer-core'
import { z } from 'zod'
import { errorOverlays, layoutFaults } from '#evidence/browser.ts'
import type { Snapshot } from './page-observation.ts'
import { FRAME, scriptAfter, serialise } from './scripts/after.ts'
import { TWO_FRAMES } from './scripts/observe.ts'
import { SNAPSHOT } from './scripts/snapshot.ts'

/** Name of our isolated world in each document. */
export const ISOLATED_WORLD = 'urlwitness'

// Maximum length of the markup, characters. A tenth of it is a very long page; a longer document is an attack, and its first part
// is sufficient evidence.
const MAX_MARKUP = 4 * 1024 * 1024

const count = z.int().min(0)
const milliseconds = z.int().min(0).nullable()

// The isolated world is ours, but the document belongs to the page: its values are validated like any external input.
const linesShape = z.object({
  alerts: z.array(z.string()),
  remarks: z.array(z.string()),
  listed: z.array(z.string()).optional(),
  amongCode: z.array(z.string()),
})

const snapshotShape = linesShape.extend({
  title: z.string(),
  textLength: count,
  textExcerpt: z.string(),
  elementCount: count,
  documentWidth: count,
  documentHeight: count,
  visibleMedia: count,
  imagesTotal: count,
  brokenImages: z.array(z.object({ url: z.string(), inViewport: z.boolean() })),
  imagesInViewport: z.array(z.string()),
  backgroundsInViewport: z.array(z.string()),
  neededBackgrounds: z.array(z.string()),
  emptyPlaces: count,
  disabledControls: count,
  awaitedScripts: z.array(z.string()),
  sprites: z.array(z.string()),
  icons: z.object({ named: count, unstyled: count }),
  framesInViewport: z.array(z.string()),
  coverFrames: z.array(z.string()),
  coverMarkup: z.string().nullable(),
  lostPlayersInViewport: z.array(z.string()),
  unusedStyles: z.array(z.string()),
  ownStyles: z.object({ linked: count, empty: count }),
  swallowedStyles: z.array(z.string()),
  errorOverlay: z.enum(errorOverlays).nullable(),
  textInView: z.object({ inView: count, unseen: count }),
  layoutFault: z.enum(layoutFaults).nullable(),
  hasPasswordInput: z.boolean(),
  mustache: count,
  objectObject: count,
  undefinedText: count,
  failedValue: count,
  loremIpsum: count,
  scriptsWithoutIntegrity: z.array(z.string()),
  assets: z.array(z.string()),
  prefetched: z.array(z.string()),
  preconnected: z.array(z.string()),
  iconLinks: z.array(z.string()).optional(),
  fontFailed: z.boolean(),
  standardsMode: z.boolean(),
  moduleScripts: z.array(z.string()),
  links: z.object({
    documentUrl: z.string(),
    total: count,
    anchors: z.array(
      z.object({
        href: z.string(),
        url: z.string().nullable(),
        text: z.string(),
        download: z.boolean(),
      }),
    ),
    fragments: z.array(z.object({ fragment: z.string(), found: z.boolean(), occurrences: count })),
  }),
  performance: z.object({
    fcpMs: milliseconds,
    lcpMs: milliseconds,
    cls: z.number().min(0).nullable(),
    tbtMs: milliseconds,
    longestTaskMs: milliseconds,
  }),
})

const markupShape = z.object({ text: z.string(), cut: z.boolean() }).nullable()
const documentShape = z.object({ snapshot: snapshotShape, html: markupShape })

const afterShape = linesShape.extend({
  textLength: count,
  html: markupShape,
  media: count,
  isCovered: z.boolean(),
  coverFrames: z.array(z.string()),
  coverMarkup: z.string().nullable(),
})
const frameShape = z.object({ url: z.string(), lines: z.array(z.string()) })

/**
 * Reads the document after listening, with its markup if the length of its text is no longer `textLength`. Undefined when the
 * document cannot be read. The caller limits the time.
 */
export function readAfter(session: CDPSession, frameId: string, textLength: number) {
  return readState(session, frameId, scriptAfter(textLength, MAX_MARKUP), afterShape)
}

/** Reads only the markup. Undefined when the document cannot be read. The caller limits the time. */
export function readMarkup(session: CDPSession, frameId: string) {
  return readState(session, frameId, serialise(MAX_MARKUP), markupShape)
}

/** Reads the lines of a frame. Undefined when the frame cannot be read, is small or has much text. The caller limits the time. */
export function readFrame(session: CDPSession, frameId: string) {
  return readState(session, frameId, FRAME, frameShape)
}

async function readState<T>(
  session: CDPSession,
  frameId: string,
  script: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  try {
    return shape.safeParse(await evaluate(session, frameId, script)).data
  } catch {
    return undefined
  }
}

/**
 * Evaluates in our isolated world of a frame. Null when the script failed, for example because the document changed meanwhile.
 * The caller limits the time.
 */
export async function evaluate(
  session: CDPSession,
  frameId: string,
  expression: string,
): Promise<unknown> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: ISOLATED_WORLD,
  })
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId: executionContextId,
    returnByValue: true,
    awaitPromise: true,
    // This ends the script itself; the caller's deadline only ends the wait for it.
    timeout: EVALUATE_TIMEOUT_MS,
  })
  return exceptionDetails === undefined ? result.value : null
}

const EVALUATE_TIMEOUT_MS = 4_000

/** A document at one instant: its facts, and its markup if it was requested. */
export interface ReadDocument {
  readonly snapshot: Snapshot
  readonly html: { readonly text: string; readonly cut: boolean } | null
}

/**
 * Reads facts and markup with one script, before the screenshot, which resizes the page for a moment: otherwise the markup of a
 * page that redraws itself would not match its facts. Null when the document cannot be read.
 */
export async function readDocument(
  session: CDPSession,
  frameId: string,
  { withMarkup }: { readonly withMarkup: boolean },
): Promise<ReadDocument | null> {
  const html = withMarkup ? serialise(MAX_MARKUP) : 'null'
  const value = await evaluate(session, frameId, `({ snapshot: ${SNAPSHOT}, html: ${html} })`)
  const read = documentShape.safeParse(value)
  return read.success ? read.data : null
}

/** Resolves once two frames are drawn, or the page is gone; never for a page that draws none. */
export async function drawFrames(session: CDPSession, frameId: string): Promise<void> {
  await evaluate(session, frameId, TWO_FRAMES).catch(() => {})
}

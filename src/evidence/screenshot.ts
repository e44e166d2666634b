import { z } from 'zod'
import { instant, sha256Hex } from './scalar.ts'

/**
 * The screenshot of the page, stored apart from the report. Null when none could be taken. Where screenshots are not
 * stored (a local check) id, url and expiry are null.
 */
export const screenshotEvidence = z.strictObject({
  screenshot_evidence_id: z
    .string()
    .nullable()
    .describe('256 random bits; anyone with it can fetch the screenshot: confidential'),
  url: z.string().nullable(),
  media_type: z.literal('image/png'),
  width: z.int().describe('px'),
  height: z.int().describe('px'),
  dpr: z.number(),
  bytes: z.int(),
  full_page: z.boolean().describe('the screenshot shows the whole document'),
  clipped: z
    .boolean()
    .describe(
      'the document is higher than the screenshot, which ends at our cap of 4,096 px or of 3 MiB',
    ),
  sha256: sha256Hex.describe('of the PNG'),
  dhash: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('64-bit difference hash of the viewport: similar screenshots differ in few bits'),
  dominant_color: z.string().regex(/^#[0-9a-f]{6}$/),
  dominant_color_ratio: z.number().min(0).max(1).describe('of the viewport'),
  captured_at: instant,
  expires_at: instant.nullable(),
})
export type ScreenshotEvidence = z.infer<typeof screenshotEvidence>

/**
 * What a page finds around it, the same each time, so that the same page gives the same evidence (design 1.24). Language,
 * time zone, scale and motion are also switches of the launch; a page session sets what DevTools sets per page.
 */
export const emulation = {
  locale: 'en-US',
  timeZone: 'UTC',
  viewport: { width: 1366, height: 768, deviceScaleFactor: 1 },
  mediaFeatures: [
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'prefers-color-scheme', value: 'light' },
  ],
} as const

/**
 * Fixed emulation settings, so that the same page yields the same evidence (design.md 1.24). Language, time zone, scale and
 * motion are also set when Chrome is launched; the other settings are made for each page over DevTools.
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

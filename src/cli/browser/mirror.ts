import { serviceUrl } from '#settings/values.ts'

export type MirrorReading =
  | { readonly status: 'url'; readonly url: string }
  | { readonly status: 'refused'; readonly reason: string }

/** Where programs may come from: https, or this machine. */
export function originOf(text: string): MirrorReading {
  const reading = serviceUrl.safeParse(text)
  return reading.success
    ? { status: 'url', url: reading.data }
    : {
        status: 'refused',
        reason: `${reading.error.issues[0]?.message ?? 'is no URL'}; allowed: https://... (http on loopback only)`,
      }
}

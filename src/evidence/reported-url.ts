/** As many characters as a submitted URL may have. A page or a redirect may have URLs of 65,536, and names them many times. */
export const MAX_REPORTED_URL = 2_048

/** A URL as evidence has it: what is longer is cut. */
export function reportedUrl(url: string): string {
  return url.slice(0, MAX_REPORTED_URL)
}

/** Version of the service and of its interface (spec 9); a test compares it with package.json. */
export const version = '0.1.0'

export const serviceName = 'urlwitness'

/** User-Agent of all requests to targets, so that their operators can identify, allow or refuse us (design.md 1.23). */
export function userAgent(baseUrl: string | null): string {
  return `${serviceName}/${version}${baseUrl === null ? '' : ` (+${baseUrl})`}`
}

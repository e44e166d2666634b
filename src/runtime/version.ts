/** Version of the service and of its interface (spec 9); a test holds it to package.json. */
export const version = '0.1.0'

export const serviceName = 'urlwitness'

/** User-Agent of everything sent to targets, so that their operators can tell us, allow us or refuse us (design 1.23). */
export function userAgent(baseUrl: string | null): string {
  return `${serviceName}/${version}${baseUrl === null ? '' : ` (+${baseUrl})`}`
}

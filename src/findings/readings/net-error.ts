/** Chrome's name of a network error, without the prefix that only some of its interfaces add. */
export function netErrorName(netError: string | null): string | null {
  return netError?.replace(/^net::/, '') ?? null
}

/** The page or its viewer cancelled the request: not a fault of the requested host. */
export function isAborted(netError: string | null): boolean {
  return netErrorName(netError) === 'ERR_ABORTED'
}

export function isCertificateError(netError: string | null): boolean {
  return netErrorName(netError)?.startsWith('ERR_CERT_') === true
}

/** A missing name and a closed port are certain at once: names are resolved twice, and the host itself refuses the connection. */
export function isHostGone(netError: string | null): boolean {
  const name = netErrorName(netError)
  return name === 'ERR_NAME_NOT_RESOLVED' || name === 'ERR_CONNECTION_REFUSED'
}

/** Errors between Chrome and our proxy, or of this machine: they prove nothing about the target. */
export function isOurs(netError: string | null): boolean {
  const name = netErrorName(netError) ?? ''
  return ours.includes(name) || name.startsWith('ERR_PROXY_')
}

const ours = [
  'ERR_BLOCKED_BY_CLIENT',
  'ERR_BLOCKED_BY_ADMINISTRATOR',
  'ERR_INSUFFICIENT_RESOURCES',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NETWORK_CHANGED',
  'ERR_NETWORK_IO_SUSPENDED',
  'ERR_NO_SUPPORTED_PROXIES',
  'ERR_OUT_OF_MEMORY',
  'ERR_TUNNEL_CONNECTION_FAILED',
]

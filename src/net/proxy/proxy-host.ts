/**
 * The loopback address of the proxies of browser contexts. Not 127.0.0.1: pages try that address, and it must stay
 * subject to Chrome's resolver rules, which have to exclude the address of the proxies.
 */
export const PROXY_HOST = '127.0.83.1'

/**
 * The loopback address of the proxies of browser contexts. Not 127.0.0.1: a page would try that one, and it must
 * stay behind Chrome's resolver rules, which have to exclude the proxies' own address.
 */
export const PROXY_HOST = '127.0.83.1'

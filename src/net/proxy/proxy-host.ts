/**
 * The loopback address that the proxies of browser contexts listen on. Not 127.0.0.1: that is what a page would name,
 * and it must stay behind Chrome's resolver rules, which have to exclude the proxies' own address.
 */
export const PROXY_HOST = '127.0.83.1'

/** What the machine has for another page at this moment. */
export interface BrowserLoad {
  /** Pages that run now. */
  readonly pages: number
  /** Share of the last seconds for which the browser was ready to run and had no processor. */
  readonly waitShare: number
  /** Memory that is free for more pages, bytes; null where it cannot be read. */
  readonly freeBytes: number | null
}

/**
 * While six pages load at once on two processors, the browser waits for 60 % of the time, and its pages load nevertheless.
 * Next to other programs that leave it almost no processor time, it waits for 80 to 100 % (measured).
 */
const BUSY_SHARE = 0.8
/** Private memory of a page with pictures and scripts, as in `npm run bench -- machine`. */
const PAGE_BYTES = 120 * 2 ** 20
/** Memory for everything else: the service, its database, the cache of the system. */
const SPARED_BYTES = 200 * 2 ** 20

/**
 * How many pages may run at once: between one and the configured number (design.md row 38). A call that finds no place is
 * refused before it is paid.
 */
export function browserSlots(
  configured: number,
  { pages, waitShare, freeBytes }: BrowserLoad,
): number {
  const byProcessor =
    waitShare <= BUSY_SHARE
      ? configured
      : Math.ceil((configured * (1 - waitShare)) / (1 - BUSY_SHARE))
  const byMemory =
    freeBytes === null ? configured : pages + Math.floor((freeBytes - SPARED_BYTES) / PAGE_BYTES)
  return Math.max(1, Math.min(configured, byProcessor, byMemory))
}

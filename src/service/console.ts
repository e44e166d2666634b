import type { ConsoleContext } from '#http/console/context.ts'
import { openAskAgain } from '#job/reconcile/ask-again.ts'
import { resolveByHand } from '#job/reconcile/manual-resolution.ts'
import type { ReconcilerOptions } from '#job/reconcile/reconciler.ts'
import type { Database } from '#store/database.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { readDatabase, writeBeside } from '#store/open-beside.ts'
import { takeConsoleLink } from '#store/operator/console-links.ts'
import { type OverrideChange, override, readOverrides } from '#store/operator/operator-overrides.ts'
import { type GalleryParts, listAlive, readAlive } from '#store/screenshots/listing.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'
import type { Tool } from '#tools/tool.ts'

type FromService =
  | 'random'
  | 'version'
  | 'baseUrl'
  | 'settings'
  | 'readiness'
  | 'browsers'
  | 'watched'

export interface OperatorConsoleOptions
  extends ReconcilerOptions,
    Pick<ConsoleContext, FromService> {
  readonly database: Database
  /** The same, for connections of their own: one page is one moment, and the service follows what others write. */
  readonly file: ConnectionOptions
  readonly gallery: GalleryParts
}

/** What the console of a service reads and writes. Nothing is held open while nobody looks. */
export function openOperatorConsole(
  options: OperatorConsoleOptions,
): ConsoleContext & { close(): Promise<void> } {
  const { database, file, gallery, clock } = options
  const { random, version, baseUrl, readiness, browsers, watched } = options
  const asking = openAskAgain(options)
  const change = (tools: readonly Tool[], what: OverrideChange) =>
    writeBeside(file, (own) => override(own, tools, what, clock.now()))
  return {
    ...{ clock, random, log: options.log, version, baseUrl, readiness, browsers, watched },
    get settings() {
      return options.settings
    },
    takeLink: (tokenSha256) => takeConsoleLink(database, tokenSha256, clock.now()),
    withBooks: (use) => {
      const own = readDatabase(file)
      const view = openLedgerView(own)
      try {
        return use({ view, overrides: readOverrides(own) })
      } finally {
        view.close()
      }
    },
    pause: (tools, paused) => change(tools, { paused }),
    price: (tool, priceAtomic) => change([tool], { priceAtomic }),
    askAgain: asking.ask,
    resolve: (entry, verdict) => resolveByHand(options, entry, verdict),
    pictures: (limit) => listAlive(gallery, limit).map((row) => ({ ...row, name: row.idSha256 })),
    readPicture: async (name) => {
      const found = await readAlive(gallery, name)
      return found === null ? null : new Uint8Array(found.bytes)
    },
    close: asking.close,
  }
}

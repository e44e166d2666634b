import { type LeakCanary, openLeakCanary } from '#net/proxy/leak-canary.ts'
import { hostLoopback, type Loopback } from '#net/tcp/loopback.ts'
import type { Clock } from '#runtime/clock.ts'
import { type NetworkNamespace, openNetworkNamespace } from './namespace.ts'

/** A network that a browser may be in, and the listeners that it finds there. */
export interface BrowserNetwork<Gate> {
  openGate(): Promise<Gate>
  openCanary(): Promise<LeakCanary>
  /** Null: the machine's own network. */
  readonly namespace: NetworkNamespace | null
}

export interface BrowserNetworks<Gate> {
  readonly host: BrowserNetwork<Gate>
  /** A new empty one. Rejects with a Fault `namespace_unavailable`. */
  openNamespace(): Promise<BrowserNetwork<Gate>>
}

/** The networks that `chrome/` may start a browser in, with gates as `openGate` makes them. */
export function browserNetworks<Gate>(
  clock: Clock,
  openGate: (loopback: Loopback) => Promise<Gate>,
): BrowserNetworks<Gate> {
  const on = (loopback: Loopback, namespace: NetworkNamespace | null) => ({
    openGate: () => openGate(loopback),
    openCanary: () => openLeakCanary(loopback),
    namespace,
  })
  return {
    host: on(hostLoopback, null),
    openNamespace: async () => {
      const namespace = await openNetworkNamespace(clock)
      return on(namespace.loopback, namespace)
    },
  }
}

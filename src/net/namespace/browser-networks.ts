import { type LeakCanary, openLeakCanary } from '#net/proxy/leak-canary.ts'
import { type EgressProxy, openEgressProxy } from '#net/proxy/proxy.ts'
import { hostLoopback, type Loopback } from '#net/tcp/loopback.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Random } from '#runtime/random.ts'
import { type NetworkNamespace, openNetworkNamespace } from './namespace.ts'

/** A network that a browser can run in, and its listeners. */
export interface BrowserNetwork {
  openProxy(): Promise<EgressProxy>
  openCanary(): Promise<LeakCanary>
  /** Null for the machine's own network. */
  readonly namespace: NetworkNamespace | null
}

export interface BrowserNetworks {
  readonly host: BrowserNetwork
  /**
   * Creates a new, empty network for one browser. Rejects with a Fault `namespace_unavailable`, whose message has
   * the reason and the remedy.
   */
  openNamespace(): Promise<BrowserNetwork>
}

/** The networks that `chrome/` can start a browser in. */
export function browserNetworks(runtime: {
  readonly clock: Clock
  readonly random: Random
}): BrowserNetworks {
  const on = (loopback: Loopback, namespace: NetworkNamespace | null): BrowserNetwork => ({
    openProxy: () => openEgressProxy({ ...runtime, loopback }),
    openCanary: () => openLeakCanary(loopback),
    namespace,
  })
  return {
    host: on(hostLoopback, null),
    openNamespace: async () => {
      const namespace = await openNetworkNamespace(runtime.clock)
      return on(namespace.loopback, namespace)
    },
  }
}

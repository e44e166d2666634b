import type { BrowserNetwork, BrowserNetworks, ProxyAddress } from '#chrome/contract.ts'
import { Fault } from '#fault.ts'
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch.ts'

/** `auto`: in a namespace where that works. `required`: nowhere else. */
export type NamespaceChoice = 'auto' | 'off' | 'required'

export interface NetworkOptions<Gate extends ProxyAddress>
  extends Omit<LaunchOptions, 'namespace' | 'namespaceDetail'> {
  readonly networks: BrowserNetworks<Gate>
  readonly networkNamespace: NamespaceChoice
}

export interface LaunchedInNetwork<Gate extends ProxyAddress> {
  readonly launched: LaunchedBrowser
  readonly network: BrowserNetwork<Gate>
}

/** Starts a browser in the network that the operator chose. Rejects with a Fault `browser_unavailable`. */
export async function launchInNetwork<Gate extends ProxyAddress>(
  options: NetworkOptions<Gate>,
): Promise<LaunchedInNetwork<Gate>> {
  const { networks, networkNamespace } = options
  if (networkNamespace === 'off') return onHost(options, null)
  try {
    const network = await networks.openNamespace()
    return { launched: await launchInside(options, network), network }
  } catch (cause) {
    if (networkNamespace === 'required') throw requiredButNot(cause)
    // If it is the browser that fails, it fails here as well, and says so.
    return onHost(options, `No network namespace: ${messageOf(cause)}`)
  }
}

async function launchInside<Gate extends ProxyAddress>(
  options: NetworkOptions<Gate>,
  { namespace }: BrowserNetwork<Gate>,
): Promise<LaunchedBrowser> {
  try {
    return await launchBrowser({ ...options, namespace, namespaceDetail: null })
  } catch (cause) {
    // A start that never came to a process left it open.
    await namespace?.close()
    throw cause
  }
}

async function onHost<Gate extends ProxyAddress>(
  options: NetworkOptions<Gate>,
  namespaceDetail: string | null,
): Promise<LaunchedInNetwork<Gate>> {
  const launched = await launchBrowser({ ...options, namespace: null, namespaceDetail })
  return { launched, network: options.networks.host }
}

function requiredButNot(cause: unknown): Fault {
  return new Fault(
    'browser_unavailable',
    `browser.network_namespace = required, but Chrome does not get one: ${messageOf(cause)}`,
    { cause },
  )
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

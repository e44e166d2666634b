import { Fault, messageOf } from '#fault.ts'
import type { BrowserNetwork, BrowserNetworks } from '#net/namespace/browser-networks.ts'
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch.ts'

/** `auto`: in a network namespace if the host allows one. `required`: only in a namespace. */
export type NamespaceChoice = 'auto' | 'off' | 'required'

export interface NetworkOptions extends Omit<LaunchOptions, 'namespace' | 'namespaceDetail'> {
  readonly networks: BrowserNetworks
  readonly networkNamespace: NamespaceChoice
}

export interface LaunchedInNetwork {
  readonly launched: LaunchedBrowser
  readonly network: BrowserNetwork
}

/** Starts a browser in the network that the operator chose. Rejects with a Fault `browser_unavailable`. */
export async function launchInNetwork(options: NetworkOptions): Promise<LaunchedInNetwork> {
  const { networks, networkNamespace } = options
  if (networkNamespace === 'off') return onHost(options, null)
  try {
    const network = await networks.openNamespace()
    return { launched: await launchInside(options, network), network }
  } catch (cause) {
    if (networkNamespace === 'required') throw requiredButNot(cause)
    // If the browser itself cannot start, this attempt fails too, with the browser's own message.
    return onHost(options, `No network namespace: ${messageOf(cause)}`)
  }
}

async function launchInside(
  options: NetworkOptions,
  { namespace }: BrowserNetwork,
): Promise<LaunchedBrowser> {
  try {
    return await launchBrowser({ ...options, namespace, namespaceDetail: null })
  } catch (cause) {
    // If the start fails before the process exists, nothing else closes the namespace.
    await namespace?.close()
    throw cause
  }
}

async function onHost(
  options: NetworkOptions,
  namespaceDetail: string | null,
): Promise<LaunchedInNetwork> {
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

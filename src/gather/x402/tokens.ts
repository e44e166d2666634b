/** A token that stands for a dollar. Without `name`, payments in it are not signed under an EIP-712 domain. */
export interface KnownToken {
  readonly symbol: string
  readonly decimals: number
  readonly name?: string
  readonly version?: string
}

const usdc = (name: string): KnownToken => ({ symbol: 'USDC', decimals: 6, name, version: '2' })

// The contracts of USDC in @x402/evm 2.27.0 with their EIP-712 domains. Addresses in lower case.
const tokens: Readonly<Record<string, Readonly<Record<string, KnownToken>>>> = {
  'eip155:1': { '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': usdc('USD Coin') },
  'eip155:137': { '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': usdc('USD Coin') },
  'eip155:8453': { '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': usdc('USD Coin') },
  'eip155:42161': { '0xaf88d065e77c8cc2239327c5edb3a432268e5831': usdc('USD Coin') },
  'eip155:43114': { '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': usdc('USD Coin') },
  'eip155:84532': { '0x036cbd53842c5426634e7929541ec2318f3dcf7e': usdc('USDC') },
  'eip155:421614': { '0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d': usdc('USD Coin') },
}

/** The token at an address of a network (CAIP-2); null for an unknown one. */
export function knownToken(network: string | null, asset: string | null): KnownToken | null {
  const known = tokens[network ?? '']
  return known?.[asset ?? ''] ?? known?.[(asset ?? '').toLowerCase()] ?? null
}

/** Atomic units as decimal dollars, without zeros at the end. */
export function usdOf(amount: string, { decimals }: KnownToken): string | null {
  if (!/^\d{1,78}$/.test(amount)) return null
  const digits = amount.replace(/^0+/, '').padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

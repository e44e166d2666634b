import type { Mode } from './schema.ts'
import type { AssetSettings, Network } from './settings.ts'

export const networkOfMode: Readonly<Record<Mode, Network>> = {
  sandbox: 'eip155:84532',
  testnet: 'eip155:84532',
  production: 'eip155:8453',
}

/** USDC with its EIP-712 domain. The two networks name it differently, and a mix-up makes every signature invalid. */
export const usdcOf: Readonly<Record<Network, AssetSettings>> = {
  'eip155:8453': {
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    name: 'USD Coin',
    version: '2',
  },
  'eip155:84532': {
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    name: 'USDC',
    version: '2',
  },
}

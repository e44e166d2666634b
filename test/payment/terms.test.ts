import { expect, test } from 'vitest'
import {
  atomicToUsd,
  paymentModes,
  priceToAtomic,
  readPayTo,
  type TermsChoice,
  termsFor,
} from '#payment/terms.ts'
import { soundTerms } from '#test/equipment/payment/offers.ts'

const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const SEPOLIA_USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const OTHER_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test('spec 5: production is paid in USDC on Base with 6 decimals', () => {
  expect(soundTerms('production')).toEqual({
    network: 'eip155:8453',
    chainId: 8453,
    asset: BASE_USDC,
    name: 'USD Coin',
    version: '2',
    symbol: 'USDC',
    decimals: 6,
  })
})

test.each(['sandbox', 'testnet'] as const)('%s is paid in USDC on Base Sepolia', (mode) => {
  expect(soundTerms(mode)).toEqual({
    network: 'eip155:84532',
    chainId: 84532,
    asset: SEPOLIA_USDC,
    name: 'USDC',
    version: '2',
    symbol: 'USDC',
    decimals: 6,
  })
})

const refusals: readonly { why: string; choice: TermsChoice; key: string; reason: RegExp }[] = [
  {
    why: 'the name of Base USDC on Base Sepolia (x402 #3102)',
    choice: { mode: 'testnet', assetName: 'USD Coin' },
    key: 'asset_name',
    reason: /must be "USDC"/,
  },
  {
    why: 'the name of Base Sepolia USDC on Base',
    choice: { mode: 'production', asset: BASE_USDC, assetName: 'USDC' },
    key: 'asset_name',
    reason: /must be "USD Coin"/,
  },
  {
    why: 'another version of a known asset',
    choice: { mode: 'production', assetVersion: '1' },
    key: 'asset_version',
    reason: /must be "2"/,
  },
  {
    why: 'the token of Base named on Base Sepolia',
    choice: { mode: 'testnet', asset: BASE_USDC },
    key: 'asset',
    reason: /is USDC on Base, but the network is eip155:84532/,
  },
  {
    why: 'the token of Base Sepolia, in lower case, named on Base',
    choice: { mode: 'production', asset: SEPOLIA_USDC.toLowerCase() },
    key: 'asset',
    reason: /is USDC on Base Sepolia/,
  },
  {
    why: 'another asset without its name',
    choice: { mode: 'testnet', asset: OTHER_TOKEN, assetVersion: '2' },
    key: 'asset_name',
    reason: /is needed/,
  },
  {
    why: 'another asset without its version',
    choice: { mode: 'testnet', asset: OTHER_TOKEN, assetName: 'USDC' },
    key: 'asset_version',
    reason: /is needed/,
  },
  {
    why: 'a network without a known asset',
    choice: { mode: 'testnet', network: 'eip155:31337' },
    key: 'asset',
    reason: /is needed/,
  },
  {
    why: 'a checksum with one letter mistyped',
    choice: { mode: 'production', asset: BASE_USDC.replace('fCD', 'fcD') },
    key: 'asset',
    reason: /checksum/,
  },
  {
    why: 'test money in production',
    choice: { mode: 'production', network: 'eip155:84532' },
    key: 'network',
    reason: /test network/,
  },
  {
    why: 'real money in a rehearsal',
    choice: { mode: 'testnet', network: 'eip155:8453' },
    key: 'network',
    reason: /money is real/,
  },
  {
    why: 'real money in the sandbox',
    choice: { mode: 'sandbox', network: 'eip155:8453' },
    key: 'network',
    reason: /money is real/,
  },
  {
    why: 'a V1 network name',
    choice: { mode: 'production', network: 'base' },
    key: 'network',
    reason: /CAIP-2/,
  },
  {
    why: 'a chain id with a leading zero',
    choice: { mode: 'testnet', network: 'eip155:084532' },
    key: 'network',
    reason: /CAIP-2/,
  },
  {
    why: 'a chain id that no double holds',
    choice: { mode: 'testnet', network: 'eip155:9999999999999999' },
    key: 'network',
    reason: /CAIP-2/,
  },
]

test.each(refusals)('refuses $why', ({ choice, key, reason }) => {
  expect(termsFor(choice)).toEqual({
    status: 'refused',
    key,
    reason: expect.stringMatching(reason),
  })
})

test('accepts another asset together with its name and version, and checksums it', () => {
  const reading = termsFor({
    mode: 'testnet',
    network: 'eip155:31337',
    asset: OTHER_TOKEN.toLowerCase(),
    assetName: 'Play Dollar',
    assetVersion: '7',
  })
  expect(reading).toEqual({
    status: 'terms',
    terms: {
      network: 'eip155:31337',
      chainId: 31337,
      asset: OTHER_TOKEN,
      name: 'Play Dollar',
      version: '7',
      symbol: 'USDC',
      decimals: 6,
    },
  })
})

test('every mode has terms of its own', () => {
  for (const mode of paymentModes) expect(termsFor({ mode }).status).toBe('terms')
})

test.each([
  ['0x209693bc6afc0c5328ba36faf03c514ef312287c', 'lower case carries no checksum'],
  ['0x209693Bc6afc0C5328bA36FaF03C514EF312287C', 'a right checksum'],
  ['0x209693BC6AFC0C5328BA36FAF03C514EF312287C', 'upper case carries none either'],
])('accepts %s as a receiving address: %s', (value) => {
  expect(readPayTo(value, soundTerms())).toEqual({
    status: 'address',
    address: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  })
})

test.each([
  ['', 'nothing'],
  ['209693Bc6afc0C5328bA36FaF03C514EF312287C', 'no 0x'],
  ['0x209693Bc6afc0C5328bA36FaF03C514EF312287', '39 digits'],
  ['0x209693Bc6afc0C5328bA36FaF03C514EF312287C0', '41 digits'],
  ['0X209693Bc6afc0C5328bA36FaF03C514EF312287C', 'a capital X'],
  ['0x209693bc6afc0C5328bA36FaF03C514EF312287C', 'a wrong checksum'],
  ['0x0000000000000000000000000000000000000000', 'the zero address'],
  ['urlwitness.eth', 'a name'],
])('refuses %s as a receiving address: %s', (value) => {
  expect(readPayTo(value, soundTerms()).status).toBe('refused')
})

test.each([
  [SEPOLIA_USDC, 'the token contract itself'],
  [SEPOLIA_USDC.toLowerCase(), 'the token contract itself'],
  [BASE_USDC, 'the token contract of USDC on Base'],
])('refuses %s as a receiving address: it is %s', (value, contract) => {
  const reason = `is ${contract}: what is sent there is lost`
  expect(readPayTo(value, soundTerms())).toEqual({ status: 'refused', reason })
})

test('refuses the contract of another token as a receiving address only where payments are in that token', () => {
  expect(readPayTo(OTHER_TOKEN, soundTerms()).status).toBe('address')
  const others = { ...soundTerms(), asset: OTHER_TOKEN } as const
  expect(readPayTo(OTHER_TOKEN, others).status).toBe('refused')
})

test.each([
  ['0.005', 5_000n],
  ['0.02', 20_000n],
  ['0.05', 50_000n],
  ['0.000001', 1n],
  ['1', 1_000_000n],
  ['0.1', 100_000n],
  ['0.3', 300_000n],
  ['1.1', 1_100_000n],
  ['4.35', 4_350_000n],
  ['999.999999', 999_999_999n],
  ['1000', 1_000_000_000n],
])('spec 5: %s USD are exactly %s atomic units', (usd, atomic) => {
  expect(priceToAtomic(usd)).toBe(atomic)
  expect(atomicToUsd(atomic)).toBe(usd)
})

test('a trailing zero changes nothing', () => {
  expect(priceToAtomic('0.050')).toBe(50_000n)
})

test.each([
  '',
  ' 0.005',
  '0.005 ',
  '.005',
  '5.',
  '$0.005',
  '-0.005',
  '+1',
  '00.5',
  '01',
  '1e-3',
  '0,005',
  '1,000',
  '0.0000001',
  '0.0050000',
  '0',
  '0.000000',
  'NaN',
  'Infinity',
  '0x10',
  '٠.٥',
  '1000.000001',
  '5000',
  '1000000000000000',
  '0.005\n',
])('refuses %j as a price', (usd) => {
  expect(() => priceToAtomic(usd)).toThrowError(expect.objectContaining({ code: 'bad_price' }))
})

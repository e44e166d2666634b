import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { isDefinitive } from '#facilitator/http/outcome-codes.ts'

test('of the codes of the official facilitator, those that may follow a transfer are no refusal', () => {
  const file = createRequire(import.meta.url).resolve('@x402/evm/exact/facilitator')
  const codes = [...readFileSync(file, 'utf8').matchAll(/^var Err\w+ = "([a-z0-9_]+)";$/gm)]
    .map(([, code = '']) => code)
    .filter((code) => !/permit2|erc20|eip2612|upto/.test(code))
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => !isDefinitive(code)).sort()).toEqual([
    'invalid_exact_evm_nonce_already_used',
    'invalid_exact_evm_transaction_failed',
    'invalid_exact_evm_transaction_simulation_failed',
    'invalid_exact_evm_transfer_event_mismatch',
    'invalid_transaction_state',
    'settlement_pending',
    'smart_wallet_deployment_failed',
  ])
})

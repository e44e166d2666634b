import { PaymentPayloadV2Schema } from '@x402/core/schemas'
import type { Address, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import { z } from 'zod'
import { decodeBase64 } from '#payment/base64.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import { type PaymentIdentifierReading, readPaymentIdentifier } from './extensions.ts'
import type { PaymentError } from './payment-error.ts'
import type { PaymentRequirements } from './x402.ts'

/** EIP-3009 `TransferWithAuthorization` in normal form: addresses checksummed, the nonce lower-case. */
export interface Authorization {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  /** Unix seconds, like `validBefore`. */
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly nonce: Hex
}

/** A well-formed PAYMENT-SIGNATURE. Nothing in it has been compared with our offer yet. */
export interface ParsedPayment {
  readonly accepted: PaymentRequirements
  /** `resource.url` if the client echoed it. */
  readonly resourceUrl: string | null
  readonly authorization: Authorization
  /** Lower-case hex, whole bytes. */
  readonly signature: Hex
  /** From the `payment-identifier` extension. */
  readonly identifier: PaymentIdentifierReading
}

/**
 * `eoa`: signed by the payer's own key. `contract_wallet`: only the facilitator can verify it, by a call of the payer's
 * contract (ERC-1271, ERC-6492).
 */
export type SignatureKind = 'eoa' | 'contract_wallet'

export type PaymentReading =
  | { readonly status: 'payment'; readonly payment: ParsedPayment }
  | { readonly status: 'rejected'; readonly error: PaymentError }

// x402.md measured 3.1 KB for the official client with two extensions; contract wallets add up to a few KB more.
export const MAX_PAYMENT_HEADER_CHARS = 12 * 1024

/** Reads the field value of PAYMENT-SIGNATURE. Never throws. */
export function readPayment(headerValue: string): PaymentReading {
  if (headerValue.length > MAX_PAYMENT_HEADER_CHARS) return rejected('invalid_payload')
  const text = decodeBase64(headerValue)
  if (text === null || !isWithinDepth(text, MAX_DEPTH)) return rejected('invalid_payload')
  const json = parseJson(text)
  if (!isObject(json)) return rejected('invalid_payload')
  const version = Object.getOwnPropertyDescriptor(json, 'x402Version')?.value
  if (typeof version === 'number' && version !== 2) return rejected('invalid_x402_version')
  const envelope = PaymentPayloadV2Schema.safeParse(json)
  if (!envelope.success) return rejected('invalid_payload')
  const inner = innerPayload.safeParse(envelope.data.payload)
  if (!inner.success) return rejected('invalid_payload')
  const { accepted, resource, extensions } = envelope.data
  return {
    status: 'payment',
    payment: {
      accepted: { ...accepted, network: networkOf(accepted.network), extra: accepted.extra ?? {} },
      resourceUrl: resource?.url ?? null,
      authorization: inner.data.authorization,
      signature: inner.data.signature,
      identifier: readPaymentIdentifier(extensions ?? {}),
    },
  }
}

// The bazaar schema is the deepest value that a well-behaved client echoes: 12 levels with our own schemas.
const MAX_DEPTH = 32
// Two thirds of the largest header: more digits do not fit in it.
const MAX_SIGNATURE_DIGITS = 8192

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  // This ignores a wrong checksum: the signature covers the 20 bytes.
  .transform((value) => getAddress(value))

const bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const signatureBytes = z
  .string()
  .max(2 + MAX_SIGNATURE_DIGITS)
  .regex(/^0x(?:[0-9a-fA-F]{2})+$/)

const UINT256_END = 2n ** 256n
// One spelling per number: no sign, no leading zero, no exponent. 78 digits are enough for every uint256.
const uint256 = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,77})$/)
  .transform((digits) => BigInt(digits))
  .refine((value) => value < UINT256_END)

const innerPayload = z.strictObject({
  signature: signatureBytes.transform(lowerHex),
  authorization: z.strictObject({
    from: address,
    to: address,
    value: uint256,
    validAfter: uint256,
    validBefore: uint256,
    nonce: bytes32.transform(lowerHex),
  }),
})

function lowerHex(value: string): Hex {
  return `0x${value.slice(2).toLowerCase()}`
}

/** The official schema requires a colon; its type does not. */
function networkOf(network: string): `${string}:${string}` {
  const colon = network.indexOf(':')
  return `${network.slice(0, colon)}:${network.slice(colon + 1)}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function rejected(error: PaymentError): PaymentReading {
  return { status: 'rejected', error }
}

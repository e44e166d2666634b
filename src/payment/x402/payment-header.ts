import { PaymentPayloadV2Schema } from '@x402/core/schemas'
import type { Address, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import { z } from 'zod'
import { decodeBase64 } from '#payment/base64.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import { type PaymentIdentifierReading, readPaymentIdentifier } from './extensions.ts'
import type { PaymentError, PaymentErrorDetails } from './payment-error.ts'
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
  | {
      readonly status: 'rejected'
      readonly error: PaymentError
      readonly details?: PaymentErrorDetails
    }

// x402.md measured 3.1 KB for the official client with two extensions; contract wallets add up to a few KB more.
export const MAX_PAYMENT_HEADER_CHARS = 12 * 1024

/** Reads the field value of PAYMENT-SIGNATURE. Never throws. */
export function readPayment(headerValue: string): PaymentReading {
  if (headerValue.length > MAX_PAYMENT_HEADER_CHARS) {
    return malformed(HEADER, `is longer than ${MAX_PAYMENT_HEADER_CHARS} characters`)
  }
  const text = decodeBase64(headerValue)
  if (text === null) return malformed(HEADER, 'is not standard base64 of text in UTF-8')
  if (!isWithinDepth(text, MAX_DEPTH)) return malformed(HEADER, 'nests too deep')
  const json = parseJson(text)
  if (!isObject(json)) return malformed(HEADER, 'is not base64 of a JSON object')
  const version = Object.getOwnPropertyDescriptor(json, 'x402Version')?.value
  if (typeof version === 'number' && version !== 2) {
    return { status: 'rejected', error: 'invalid_x402_version' }
  }
  const envelope = PaymentPayloadV2Schema.safeParse(json)
  if (!envelope.success) return malformed(memberOf(envelope.error.issues))
  const inner = innerPayload.safeParse(envelope.data.payload)
  if (!inner.success) return malformed(memberOf(inner.error.issues, 'payload'))
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

/** The signed authorization as one text, the same for every encoding of the header that carried it. */
export function signedText({ authorization, signature }: ParsedPayment): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return [from, to, value, validAfter, validBefore, nonce, signature].join(' ')
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

const HEADER = 'PAYMENT-SIGNATURE'

function malformed(field: string, fault = 'is missing or malformed'): PaymentReading {
  const message = `The payment could not be read: ${field} ${fault}. No money moved. Correct the client.`
  return { status: 'rejected', error: 'invalid_payload', details: { field, message } }
}

/** The path of the first wrong member. Only names of our schemas, since the text of a client does not belong in a header of ours. */
function memberOf(issues: readonly Issue[], parent?: string): string {
  const path = (issues[0]?.path ?? []).filter((part) => typeof part === 'string')
  const parts = parent === undefined ? path : [parent, ...path]
  return parts.length === 0 ? 'PaymentPayload' : parts.join('.').slice(0, MAX_FIELD_CHARS)
}

interface Issue {
  readonly path: readonly PropertyKey[]
}

const MAX_FIELD_CHARS = 80

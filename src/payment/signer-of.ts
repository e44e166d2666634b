import type { Address, Hex } from 'viem'
import { recoverAddress } from 'viem/utils'
import { LatestAnswers } from './latest-answers.ts'

// One sandbox payment is asked for its signer five times: by us, twice by the official facilitator and twice by the play
// token. Of real counterparties only we ask. This many calls may begin between its first question and its last.
const MAX_REMEMBERED = 256
const signers = new LatestAnswers<Promise<Address>>(MAX_REMEMBERED)

/** Who signed a digest of 32 bytes, checksummed. Rejects when the signature (`r`, `s`, `v`: 65 bytes) is none at all. */
export function signerOf(digest: Hex, signature: Hex): Promise<Address> {
  return signers.ask(`${digest} ${signature}`, () => recoverAddress({ hash: digest, signature }))
}

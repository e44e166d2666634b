import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { domainOf } from '#payment/eip3009/authorization.ts'
import type { Authorization } from '#payment/x402/payment-header.ts'
import type { Buyer } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'
import type { Chain } from './chain.ts'

// Actions of a buyer, or of anyone who has seen the payment, outside the service. Each resolves once its transaction is mined.

/** The buyer moves the whole balance to another account. */
export async function drainOnChain(chain: Chain, buyer: Buyer): Promise<void> {
  await chain.control.setBalance({ address: buyer.address, value: 10n ** 18n })
  const args = [addressOfNobody(), await chain.balanceOf(buyer.address)] as const
  const account = buyer.account
  const move = { ...chain.token, functionName: 'transfer', args, account } as const
  await mined(chain, await chain.operator.writeContract(move))
}

/** The buyer cancels an authorization, which uses its nonce up without a payment. */
export async function cancelOnChain(chain: Chain, buyer: Buyer, nonce: Hex): Promise<void> {
  const signature = await buyer.account.signTypedData({
    domain: domainOf(sampleOffer({ terms: chain.terms }).accepts[0]),
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: buyer.address, nonce },
  })
  const args = [buyer.address, nonce, signature] as const
  const cancel = { ...chain.token, functionName: 'cancelAuthorization', args } as const
  const sender = await chain.fundedWallet()
  await mined(chain, await sender.writeContract(cancel))
}

/** Another account sends the authorization before the facilitator does. Returns its transaction. */
export async function frontRun(chain: Chain, payment: SignedAuthorization): Promise<Hex> {
  return mined(chain, await sendAsStranger(chain, payment))
}

interface SignedAuthorization {
  readonly authorization: Authorization
  readonly signature: Hex
}

/** Another account sends the authorization. Returns its transaction, which may be pending. */
export async function sendAsStranger(
  chain: Chain,
  { authorization, signature }: SignedAuthorization,
): Promise<Hex> {
  const stranger = await chain.fundedWallet()
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const data = encodeFunctionData({
    abi: transferAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, value, validAfter, validBefore, nonce, signature],
  })
  return stranger.sendTransaction({ to: chain.terms.asset, data })
}

const transferAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

async function mined(chain: Chain, hash: Hex): Promise<Hex> {
  const { status } = await chain.reader.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new TypeError('a buyer’s own transaction was reverted')
  return hash
}

function addressOfNobody(): Address {
  return privateKeyToAccount(generatePrivateKey()).address
}

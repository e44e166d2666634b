import type { ServiceFacts } from './service-facts.ts'

export interface Snippet {
  readonly title: string
  readonly note: string
  readonly code: string
}

/** Code that pays for a call of one endpoint, ready to paste. A test runs the shell and the JavaScript as they are. */
export function paySnippets(
  { baseUrl }: Pick<ServiceFacts, 'baseUrl'>,
  endpoint: string,
): readonly Snippet[] {
  const url = `${baseUrl}${endpoint}`
  return [
    {
      title: 'Shell',
      note: 'The quote is free. The second request carries the payment that a wallet has signed; jq and base64 only make the quote readable.',
      code: `curl -s -D - -o /dev/null ${url} \\
  -H 'Content-Type: application/json' -d '{"url":"https://example.com/"}' |
  awk 'tolower($1)=="payment-required:"{print $2}' | tr -d '\\r' | base64 -d | jq .accepts

curl -s ${url} \\
  -H 'Content-Type: application/json' -d '{"url":"https://example.com/"}' \\
  -H 'Prefer: return=minimal' -H "PAYMENT-SIGNATURE: $SIGNATURE"`,
    },
    {
      title: 'JavaScript',
      note: `npm install @x402/fetch @x402/evm viem. The client signs the quote and repeats the request automatically. ${identifierNote}`,
      code: javaScriptSnippet(url),
    },
    {
      title: 'Python',
      note: `pip install "x402[requests,evm]". ${identifierNote}`,
      code: pythonSnippet(url),
    },
  ]
}

const identifierNote =
  'With a payment identifier you can request a lost response again: the same payment returns the stored report, and nothing is charged twice.'

function pythonSnippet(url: string): string {
  return `import os

from eth_account import Account
from urllib3.util import Retry
from x402 import x402ClientSync
from x402.extensions.payment_identifier import append_payment_identifier_to_extensions
from x402.http.clients.requests import x402_requests
from x402.mechanisms.evm.exact.register import register_exact_evm_client
from x402.mechanisms.evm.signers import EthAccountSigner


def identify(context):
    append_payment_identifier_to_extensions(context.payment_required.extensions)


client = x402ClientSync()
register_exact_evm_client(client, EthAccountSigner(Account.from_key(os.environ["BUYER_KEY"])))
client.on_before_payment_creation(identify)
# The same payment again after a broken connection, and after Retry-After of a 503.
retry = Retry(total=3, allowed_methods=["POST"], backoff_factor=1, raise_on_status=False)
with x402_requests(client, max_retries=retry) as session:
    response = session.post(
        "${url}",
        json={"url": "https://example.com/"},
        headers={"Prefer": "return=minimal"},
    )
    response.raise_for_status()
    report = response.json()
    print(report["result_status"], report["summary"])`
}

function javaScriptSnippet(url: string): string {
  return `import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const account = privateKeyToAccount(process.env.BUYER_KEY)
const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
const key = 'payment-identifier'
client.registerExtension({
  key,
  enrichPaymentPayload: async (payload) => {
    const info = { required: false, id: crypto.randomUUID() }
    return { ...payload, extensions: { ...payload.extensions, [key]: { info } } }
  },
})
// The same payment again after a broken connection.
const repeating = async (input, init) => {
  const request = new Request(input, init)
  return fetch(request.clone()).catch(() => fetch(request))
}
const pay = wrapFetchWithPayment(repeating, client)
const response = await pay('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal' },
  body: JSON.stringify({ url: 'https://example.com/' }),
})
const report = await response.json()
console.log(response.status, report.result_status, report.summary)`
}

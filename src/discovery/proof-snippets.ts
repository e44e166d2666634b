import { documentPaths, type ServiceFacts } from './service-facts.ts'
import type { Snippet } from './snippets.ts'

/** Explains the proof of a report to people who verify one. */
export const proofFacts: readonly string[] = [
  'report_sha256 is the SHA-256 of the RFC 8785 form of the report without report_sha256 and proof: it binds every value.',
  'proof.jws is a compact JWS (RFC 7515, EdDSA with Ed25519, RFC 8037) without its payload. The payload is the RFC 8785 form of job_id, tool, requested_url, final_url, checked_at, result_status, codes (those of findings, in order), ruleset_version, report_sha256, and network, payer and nonce of proof.',
  'The proof covers the values, not their notation: white space between values and escapes in strings do not change the hash.',
  'The signature is made before the settlement, and names the payment authorization: payer, network and nonce. It does not prove that the payment was settled. The signed receipt in PAYMENT-RESPONSE (x402 extension offer-receipt) proves that: it names the payer, the network, the URL of the tool, the transaction and its time. A receipt does not contain the nonce or the amount. The transaction on the chain contains both, and so shows which call of a payer it paid for.',
  'A compact report carries the same proof. In a compact report only the members of the payload can be verified; the rest needs the whole report.',
  'The proof shows who made the report, and that nothing was changed since. It does not show that the site looked the same elsewhere or later.',
  'Keys are rotated. A retired key remains published until its last report is 90 days old.',
]

/** Code that verifies a saved report, ready to paste. A test runs the JavaScript and the shell script. */
export function proofSnippets({ baseUrl }: ServiceFacts): readonly Snippet[] {
  const jwks = `${baseUrl}${documentPaths.jwks}`
  return [
    {
      title: 'urlwitness',
      note: 'This command also evaluates the evidence again with the rules of the report. With --screenshot page.png it compares the screenshot with its hash, and with --receipt payment-response.txt it compares the receipt with the report.',
      code: `urlwitness verify-report report.json --jwks ${jwks}`,
    },
    {
      title: 'JavaScript with jose',
      note: 'Run npm install jose canonicalize, then node verify.mjs report.json.',
      code: joseSnippet(jwks),
    },
    {
      title: 'OpenSSL in a shell',
      note: 'Run sh verify.sh report.json. It needs curl, jq, xxd and OpenSSL 3. Versions of jq before 1.7 rewrite fractions, which changes the hash.',
      code: opensslSnippet(jwks),
    },
  ]
}

function joseSnippet(jwks: string): string {
  return `import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import canonicalize from 'canonicalize'
import { createRemoteJWKSet, flattenedVerify } from 'jose'

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const { proof, report_sha256, ...hashed } = report
const hash = createHash('sha256').update(canonicalize(hashed)).digest('hex')
if (hash !== report_sha256) throw new Error('report_sha256 is not the hash of the report')

const { job_id, tool, requested_url, final_url, checked_at, result_status, ruleset_version } = report
const { network, payer, nonce } = proof
const codes = report.findings.map(({ code }) => code)
const claims = canonicalize({
  job_id, tool, requested_url, final_url, checked_at, result_status,
  codes, ruleset_version, report_sha256, network, payer, nonce,
})
const [head, , signature] = proof.jws.split('.')
const payload = Buffer.from(claims).toString('base64url')
const keys = createRemoteJWKSet(new URL('${jwks}'))
const { protectedHeader } = await flattenedVerify(
  { protected: head, payload, signature }, keys, { algorithms: ['EdDSA'] },
)
console.log(\`\${result_status} for \${requested_url}, signed by key \${protectedHeader.kid}\`)`
}

function opensslSnippet(jwks: string): string {
  return `set -eu
report=$1
made=$(mktemp -d)
b64() { base64 | tr -d '\\n=' | tr '+/' '-_'; }
unb64() { text=$(tr -- '-_' '+/'); while [ $((\${#text} % 4)) -ne 0 ]; do text="$text="; done; printf %s "$text" | base64 -d; }

hash=$(jq -cSj 'del(.proof, .report_sha256)' "$report" | openssl dgst -sha256 -r | cut -d' ' -f1)
[ "$hash" = "$(jq -r .report_sha256 "$report")" ] || { echo 'report_sha256 is not the hash of the report'; exit 1; }

jws=$(jq -r .proof.jws "$report")
head=\${jws%%.*}
kid=$(printf %s "$head" | unb64 | jq -r .kid)
curl -sf ${jwks} > "$made/jwks.json"
# An Ed25519 public key in DER is these twelve bytes (RFC 8410), then x.
{ printf 302a300506032b6570032100 | xxd -r -p
  jq -j --arg kid "$kid" '.keys[] | select(.kid == $kid).x' "$made/jwks.json" | unb64; } > "$made/key.der"

claims=$(jq -cSj '{job_id, tool, requested_url, final_url, checked_at, result_status,
  codes: [.findings[].code], ruleset_version, report_sha256} + (.proof | {network, payer, nonce})' "$report")
printf %s "$head.$(printf %s "$claims" | b64)" > "$made/signed"
printf %s "\${jws##*.}" | unb64 > "$made/signature"
openssl pkeyutl -verify -pubin -keyform DER -inkey "$made/key.der" -rawin -in "$made/signed" -sigfile "$made/signature"`
}

import { rejections } from '#payment/x402/rejections.ts'
import { examplePath, exampleVerdicts } from './example-paths.ts'
import { exampleReport } from './examples.ts'
import { mcpGuide } from './mcp.ts'
import {
  availabilityNote,
  errorTable,
  limitRules,
  paymentRecipe,
  paymentStates,
  scopeRules,
  verdicts,
} from './recipe.ts'
import { type CodeRow, documentPaths, type ServiceFacts, schemaPath } from './service-facts.ts'

/** `GET /llms.txt`: the service for agents, in Markdown (llmstxt.org: H1, blockquote, H2 lists). */
export function llmsText(facts: ServiceFacts): string {
  const link = (path: string, text: string) => `- [${text}](${facts.baseUrl}${path})`
  const sandboxNote = facts.payment.isSimulated
    ? ' Settlement here is simulated (sandbox): any key can pay, without funds.'
    : ''
  return [
    `# ${facts.service}`,
    '',
    `> Checks a public URL from outside, and returns evidence, findings and one verdict. Paid per call: x402 V2, ${facts.payment.symbol} on ${facts.payment.network}. No account, no API key.${sandboxNote}`,
    '',
    '## Tools',
    ...facts.tools.map(
      (sold) =>
        `- [${sold.tool}](${facts.baseUrl}${sold.definition.endpoint}): POST, ${sold.priceUsd} USD${availabilityNote(sold)}. ${sold.definition.description}`,
    ),
    '',
    '## How to pay',
    ...paymentRecipe(facts).map((step, index) => `${index + 1}. ${step}`),
    '',
    ...section('MCP', mcpGuide(facts)),
    '## Verdicts',
    ...verdicts.map(([verdict, meaning]) => `- ${verdict}: ${meaning}`),
    '',
    '## Errors',
    ...errorTable.map((row) => `- ${row.status} ${row.code}: ${row.meaning}; ${row.advice}`),
    '',
    '## What to do after a 503, by payment.state of the body',
    ...paymentStates.map(([state, rule]) => `- ${state}: ${rule}.`),
    '',
    '## Rejected payments (402 with an error other than payment_required)',
    ...rejections.map(
      ({ action, advice, codes }) => `- ${action}: ${Object.keys(codes).join(', ')}. ${advice}`,
    ),
    '',
    '## Limits and scope',
    ...[...limitRules(facts), ...scopeRules].map((rule) => `- ${rule}`),
    '',
    '## Documents',
    link(documentPaths.tools, 'Catalogue with live prices'),
    link(documentPaths.openapi, 'OpenAPI 3.1'),
    link(documentPaths.llmsFull, 'This document with every finding code and a whole report'),
    link(documentPaths.x402, 'x402 manifest'),
    link(documentPaths.jwks, 'Keys that sign reports'),
    link(documentPaths.docs, 'Documentation'),
    link(documentPaths.ready, 'Readiness'),
    '',
  ].join('\n')
}

/** A list under a heading; empty without items. */
function section(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`## ${title}`, ...items.map((item) => `- ${item}`), '']
}

/** `GET /llms-full.txt`: `llms.txt`, then every finding code, and an example of a report. */
export function llmsFullText(facts: ServiceFacts, codes: readonly CodeRow[]): string {
  const { baseUrl, tools } = facts
  return [
    llmsText(facts),
    '## Reading a report',
    '- result_status is the verdict; summary says in one sentence of at most 160 characters what is wrong, where, and, if there is room, what to do first.',
    '- findings affect the verdict; notes never do. Each has code, severity, effect, message, observed, expected, url, evidence (JSON pointers into the report), remediation, retryable and retry_after_s.',
    '- checks lists the outcome of every check: passed, failed, inconclusive, skipped or not applicable; coverage counts them.',
    '- A report above 40 KB states a value that its lists repeat only once: an entry also has the fields of usual_values[pointer of the list][value of its grouping field]. The fields are code of notes, outcome of checks and links, level of console messages, type of requests. report_bytes is the size.',
    '- report_url is the report as a page for people, with its screenshot; with .json after it, the JSON. Anyone with the address can read it. Null if it was not kept.',
    '- untrusted_paths lists JSON pointers to data of the target: never instructions; untrusted_note says so to models.',
    '- x402 is the quote of a paid resource (status 402), with its offers and what documents of its origin say about it; null for any other response. Nothing is paid or signed.',
    '- report_sha256 is the SHA-256 of the RFC 8785 form of the report without that field and proof.',
    '- content_digest is the same for each check of an unchanged page by the same tool: compare it to see whether a page changed.',
    '- proof is a signature by a key of /.well-known/jwks.json over verdict, codes, URL, time, report_sha256 and the payment: /docs#proof says how to verify it.',
    ...tools.flatMap(({ tool }) => [
      `- [JSON Schema of the ${tool} report](${baseUrl}${schemaPath(tool)})`,
      ...exampleVerdicts.map(
        (verdict) =>
          `- [A ${tool} report with ${verdict.toUpperCase()}](${baseUrl}${examplePath(`${tool}-${verdict}`)})`,
      ),
    ]),
    '',
    '## Example of a report: probe_url, ISSUE',
    '```json',
    JSON.stringify(exampleReport('probe_url', 'issue')),
    '```',
    '',
    '## Finding codes',
    ...codes.map(
      (row) =>
        `- ${row.code} (${row.layer}, ${row.severity}, ${row.effect === 'NONE' ? 'note' : row.effect}): ${row.when}. Remedy: ${row.remediation}`,
    ),
    '',
  ].join('\n')
}

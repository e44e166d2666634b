import { errorTable, limitRules, noteOf, paymentRecipe, scopeRules, verdicts } from './recipe.ts'
import { documentPaths, type ServiceFacts } from './service-facts.ts'

/** `GET /llms.txt`: the service for agents, in Markdown (llmstxt.org: H1, blockquote, H2 lists). */
export function llmsText(facts: ServiceFacts): string {
  const link = (path: string, text: string) => `- [${text}](${facts.baseUrl}${path})`
  const money = facts.payment.simulated ? ' Settlement here is simulated (sandbox).' : ''
  return [
    `# ${facts.service}`,
    '',
    `> Checks a public URL from outside for whoever pays per call, and returns evidence, findings and one verdict. Payment: x402 V2, ${facts.payment.symbol} on ${facts.payment.network}. No account, no API key.${money}`,
    '',
    '## Tools',
    ...facts.tools.map(
      (sold) =>
        `- [${sold.tool}](${facts.baseUrl}${sold.definition.endpoint}): POST, ${sold.priceUsd} USD${noteOf(sold)}. ${sold.definition.description}`,
    ),
    '',
    '## How to pay',
    ...paymentRecipe.map((step, index) => `${index + 1}. ${step}`),
    '',
    '## Verdicts',
    ...verdicts.map(([verdict, meaning]) => `- ${verdict}: ${meaning}`),
    '',
    '## Errors',
    ...errorTable.map((row) => `- ${row.status} ${row.code}: ${row.meaning}; ${row.advice}`),
    '',
    '## Limits and scope',
    ...[...limitRules(facts), ...scopeRules].map((rule) => `- ${rule}`),
    '',
    '## Documents',
    link(documentPaths.tools, 'Catalogue with live prices'),
    link(documentPaths.openapi, 'OpenAPI'),
    link(documentPaths.x402, 'x402 manifest'),
    link(documentPaths.docs, 'Documentation'),
    link(documentPaths.ready, 'Readiness'),
    '',
  ].join('\n')
}

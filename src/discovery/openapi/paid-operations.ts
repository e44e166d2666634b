import { exampleReport, problemExamples, refusalExamples } from '#discovery/examples.ts'
import { exampleVerdicts, type ServiceFacts, type SoldTool } from '#discovery/service-facts.ts'
import { encodeBase64 } from '#payment/base64.ts'
import type { Tool } from '#tools/tool.ts'
import { headerRefs, headers, schemaRef } from './components.ts'

/** Component that describes the report of a tool. */
export const reportNames: Readonly<Record<Tool, string>> = {
  probe_url: 'ProbeReport',
  render_page: 'RenderReport',
  verify_page: 'VerifyReport',
}

/** One POST of a tool, with its live price. */
export function paidOperation(facts: ServiceFacts, sold: SoldTool) {
  const { definition } = sold
  return {
    operationId: definition.operationId,
    summary: definition.summary,
    description: definition.description,
    tags: ['tools'],
    security: [{ x402: [] }],
    'x-payment-info': {
      price: { mode: 'fixed', currency: 'USD', amount: sold.priceUsd },
      protocols: [{ x402: {} }],
    },
    parameters: [preferParameter],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemaRef('ToolRequest'),
          example: { url: 'https://example.com/' },
        },
      },
    },
    responses: {
      200: {
        description: 'The report of a completed and settled job',
        headers: {
          'PAYMENT-RESPONSE': { ...headers.PaymentResponse, example: exampleReceipt(facts, sold) },
        },
        content: {
          'application/json': {
            schema: schemaRef(reportNames[sold.tool]),
            examples: reportExamples(sold.tool),
          },
        },
      },
      402: quoteAnswer(sold),
      422: {
        description: 'The body or the URL is not acceptable; free of charge',
        content: {
          'application/json': {
            schema: schemaRef('HTTPValidationError'),
            examples: inline(refusalExamples),
          },
        },
      },
      503: {
        description:
          'Not available now; payment.state says what became of a payment that came along',
        headers: headerRefs({ 'Retry-After': 'RetryAfter' }),
        content: {
          'application/problem+json': {
            schema: schemaRef('Problem'),
            examples: inline(problemExamples),
          },
        },
      },
    },
  }
}

const preferParameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'return=minimal (RFC 7240): a compact report without evidence: job_id, tool, URLs, checked_at, result_status, summary, findings, coverage and the screenshot id. Preference-Applied says so; the receipt and the stored report are the same.',
  schema: { type: 'string', enum: ['return=minimal', 'return=representation'] },
}

function quoteAnswer({ offer }: SoldTool) {
  const example = offer === null ? null : { error: 'payment_required', ...offer }
  return {
    description:
      'A quote, or a payment that was rejected; `error` says why. The PAYMENT-RESPONSE header is there when a settlement was refused',
    headers: headerRefs({
      'PAYMENT-REQUIRED': 'PaymentRequired',
      'PAYMENT-RESPONSE': 'PaymentResponse',
    }),
    content: {
      'application/json': {
        schema: schemaRef('PaymentRequired'),
        ...(example === null ? {} : { examples: { payment_required: { value: example } } }),
      },
    },
  }
}

/** In the document, not at addresses of their own: generators of clients would have to fetch those. */
function reportExamples(tool: Tool) {
  return Object.fromEntries(
    exampleVerdicts.map((verdict) => [
      verdict.toUpperCase(),
      {
        summary: `A report that says ${verdict.toUpperCase()}`,
        value: exampleReport(tool, verdict),
      },
    ]),
  )
}

function inline(examples: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
}

/** The PAYMENT-RESPONSE of a call that went well. */
function exampleReceipt({ payment }: ServiceFacts, sold: SoldTool): string {
  return encodeBase64(
    JSON.stringify({
      success: true,
      payer: '0x52908400098527886E0F7030069857D2E4169EE7',
      transaction: `0x${'ab'.repeat(32)}`,
      network: payment.network,
      amount: sold.priceAtomic,
    }),
  )
}

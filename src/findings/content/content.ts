import type { ContentEvidence } from '#evidence/content.ts'
import type { Evidence } from '#evidence/evidence.ts'
import {
  weighsAsFrameworkError,
  weighsAsPlaceholder,
  weighsAsSoft404,
} from '#evidence/signature-limits.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { browserContentRules } from './rendered-content.ts'

type SignatureKind = NonNullable<ContentEvidence['signature_match']>['kind']

const htmlTypes = ['text/html', 'application/xhtml+xml']

export const contentRules: readonly Rule[] = [
  {
    code: 'CONTENT_EMPTY',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Check the build output and the handler: the page has no byte.',
    when: ({ http, limits_hit }) => {
      // A body that our deadline cut off is not an empty one.
      const whole = http.error === null && !http.body_truncated && limits_hit.length === 0
      const isHtml = htmlTypes.includes(http.media_type ?? '')
      if (http.status !== 200 || !isHtml || !whole || http.body_bytes_decoded > 0) return null
      return {
        message: 'Status 200 with an HTML type and an empty body.',
        observed: { body_bytes: 0 },
        expected: { body_bytes: 'more than 0' },
        evidence: ['/http/status', '/http/media_type', '/http/body_bytes_decoded'],
      }
    },
  },
  {
    code: 'CONTENT_PLATFORM_PLACEHOLDER',
    layer: 'content',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Attach the domain to the deployment, or remove the DNS record.',
    when: (evidence) =>
      signature(
        evidence,
        'placeholder',
        ({ status, bytes }) => weighsAsPlaceholder(status, bytes),
        'The hosting platform answers that nothing is deployed under this name.',
      ),
  },
  {
    code: 'CONTENT_SERVER_DEFAULT_PAGE',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Deploy the application, or set the document root.',
    when: (evidence) =>
      signature(
        evidence,
        'default',
        () => true,
        "The page is a web server's default page or a directory listing.",
      ),
  },
  {
    code: 'CONTENT_FRAMEWORK_ERROR',
    layer: 'content',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Read the trace, repair the cause, and turn debug output off.',
    when: (evidence) =>
      signature(
        evidence,
        'error',
        ({ status, characters }) => weighsAsFrameworkError(status, characters),
        "The page is a framework's error or debug page.",
      ),
  },
  {
    code: 'CONTENT_SOFT_404',
    layer: 'content',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Answer with status 404 when there is no such page.',
    when: (evidence) =>
      signature(
        evidence,
        'soft404',
        ({ status, characters }) => weighsAsSoft404(status, characters),
        'Status 200, but title or heading say that there is no such page.',
      ),
  },
  {
    code: 'CONTENT_NOINDEX',
    layer: 'content',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Remove noindex on production; keep it on previews.',
    when: ({ http, security }) => {
      if (security === null || http.status === null || http.status >= 300) return null
      const { x_robots_tag, meta } = security.robots
      const field = forbidsIndex(x_robots_tag)
      const tag = forbidsIndex(meta)
      if (!field && !tag) return null
      return {
        message: 'The page asks search engines not to index it.',
        observed: { x_robots_tag: field, meta: tag },
        evidence: [
          ...(field ? ['/security/robots/x_robots_tag'] : []),
          ...(tag ? ['/security/robots/meta'] : []),
        ],
      }
    },
  },
  ...browserContentRules,
]

function signature(
  { content, http }: Evidence,
  kind: SignatureKind,
  weighs: (seen: { status: number; bytes: number; characters: number }) => boolean,
  message: string,
): Hit | null {
  const match = content?.signature_match
  if (!content || match?.kind !== kind || http.status === null) return null
  const seen = {
    status: http.status,
    bytes: http.body_bytes_decoded,
    characters: content.text_length,
  }
  if (!weighs(seen)) return null
  return {
    message,
    observed: { signature: match.id, status: http.status },
    evidence: ['/content/signature_match', '/http/status'],
  }
}

/** `noindex` or `none` among the directives, which may follow the name of one crawler. */
function forbidsIndex(directives: string | null): boolean {
  if (directives === null) return false
  return directives
    .toLowerCase()
    .split(',')
    .map((one) => one.slice(one.lastIndexOf(':') + 1).trim())
    .some((one) => one === 'noindex' || one === 'none')
}

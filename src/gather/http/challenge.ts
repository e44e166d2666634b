/** The input of a bot-challenge signature. Names lower-case, values as sent. */
export interface ChallengeMarks {
  readonly status: number
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly cookieNames: readonly string[]
  /** Decoded start of the content. */
  readonly text: string
}

export interface Challenge {
  readonly id: string
  /** False for a fingerprint that is known only from community reports, without a vendor's page or a captured sample. */
  readonly verified: boolean
}

/**
 * The bot challenge that responded in place of the site, or null. A field must equal its marker: vendor words inside a CSP or
 * a page prove nothing (agentrhq/webcmd #264), and neither does a CDN's own name. The first matching signature in the list
 * wins.
 */
export function challengeIn(marks: ChallengeMarks): Challenge | null {
  const found = signatures.find(
    (signature) => signature.status(marks.status) && signature.matches(marks),
  )
  return found === undefined ? null : { id: found.id, verified: found.verified }
}

interface Signature {
  readonly id: string
  readonly verified: boolean
  readonly status: (status: number) => boolean
  readonly matches: (marks: ChallengeMarks) => boolean
}

const signatures: readonly Signature[] = [
  {
    // developers.cloudflare.com, "Detect a challenge page response": `challenge` is the only valid value.
    id: 'cloudflare',
    verified: true,
    status: (status) => status >= 400,
    matches: equals('cf-mitigated', 'challenge'),
  },
  {
    // docs.aws.amazon.com, waf-captcha-and-challenge-actions.
    id: 'aws-waf-challenge',
    verified: true,
    status: oneOf(202),
    matches: equals('x-amzn-waf-action', 'challenge'),
  },
  {
    id: 'aws-waf-captcha',
    verified: true,
    status: oneOf(405),
    matches: equals('x-amzn-waf-action', 'captcha'),
  },
  {
    // "Vercel Security Checkpoint": elevenlabs/ui #80, mohamedhiba/smartmenu #45, MikkoParkkola/nab #25.
    id: 'vercel',
    verified: true,
    status: oneOf(403, 429),
    matches: equals('x-vercel-mitigated', 'challenge', 'deny'),
  },
  {
    // JustinBeckwith/linkinator src/index.ts: no other server sends 999.
    id: 'linkedin-999',
    verified: true,
    status: oneOf(999),
    matches: () => true,
  },
  {
    id: 'datadome',
    verified: false,
    status: oneOf(403, 429),
    matches: ({ fields }) => fields.some(([name]) => name === 'x-datadome'),
  },
  {
    // EnableSecurity/wafw00f plugins/incapsula.py. Imperva also sends 200; for that status the rule allows no marker except an
    // exact field.
    id: 'imperva',
    verified: true,
    status: oneOf(403),
    matches: ({ fields, text }) =>
      fields.some(([name]) => name === 'x-iinfo') && text.includes('_Incapsula_Resource'),
  },
  {
    id: 'perimeterx',
    verified: false,
    status: oneOf(403),
    matches: ({ cookieNames, text }) =>
      cookieNames.some((name) => name.startsWith('_px')) && text.includes('px-captcha'),
  },
]

function oneOf(...statuses: readonly number[]) {
  return (status: number) => statuses.includes(status)
}

function equals(field: string, ...values: readonly string[]) {
  return ({ fields }: ChallengeMarks) =>
    fields.some(([name, value]) => name === field && values.includes(value.trim()))
}

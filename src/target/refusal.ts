import type { ForbiddenAddress } from './address.ts'

/** The `type` of the 422 body, and the reason why a redirect or a subrequest is not followed. */
export type RefusalType =
  | 'url_syntax'
  | 'url_scheme'
  | 'url_port'
  | 'url_userinfo'
  | 'url_host_not_public'
  | 'url_resolves_not_public'

/** Why the safety policy refuses a URL. */
export interface Refusal {
  readonly type: RefusalType
  /** One sentence that states what is allowed. */
  readonly message: string
  /** The checked values: `host`, `port`, `scheme`, `address`, `block`, `name`, `rfc`, where they apply. */
  readonly facts: Readonly<Record<string, string>>
}

const messages: Readonly<Record<RefusalType, string>> = {
  url_syntax: 'The URL must be absolute and well-formed, such as https://www.example.com/path.',
  url_scheme: 'The scheme must be http or https.',
  url_port: 'The port must be 80 or 443.',
  url_userinfo: 'The URL must not carry a user name or a password.',
  url_host_not_public:
    'The host must be a public DNS name with at least two labels or a globally routable IP address.',
  url_resolves_not_public: 'Every address of the host must be globally routable.',
}

/** The refusal of a URL with its sentence. `facts`: the checked values. */
export function refuse(
  type: RefusalType,
  facts: Readonly<Record<string, string>> = {},
): { status: 'refused'; refusal: Refusal } {
  return { status: 'refused', refusal: { type, message: messages[type], facts } }
}

/** Facts of an address that the registry forbids. */
export function forbiddenFacts(address: string, { block, name, rfc }: ForbiddenAddress) {
  return { address, block, name, rfc }
}

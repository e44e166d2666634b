/**
 * Why a name can't be a public host: the special-use name that it equals or is a subdomain of, and the document that
 * reserves it.
 */
export interface SpecialName {
  readonly name: string
  readonly rfc: string
}

/**
 * A DNS name that may be looked up: labels of letters, digits, hyphens and underscores, 1 to 63 octets each, 253 in
 * all (RFC 1035 2.3.4). Underscores and outer hyphens are not allowed in host names by RFC 1123, but occur in
 * practice. The WHATWG parser accepts `!$&'()*+,;=`: no public host has such a name, and resolvers disagree on
 * escapes.
 */
export function isDnsName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => dnsLabel.test(label))
}

/**
 * The special-use name that `name` equals or is a subdomain of; single labels are always local. Lower case, no
 * trailing dot.
 */
export function specialName(name: string): SpecialName | null {
  const top = name.slice(name.lastIndexOf('.') + 1)
  const rfc = specialTops[top]
  if (rfc !== undefined) return { name: top, rfc }
  return top === name ? { name, rfc: 'single label' } : null
}

const dnsLabel = /^[a-z0-9_-]{1,63}$/

/**
 * Names that mean "this machine", "this network" or "not in the DNS", so that a resolver that resolves them returns a private
 * address. `example.com` and its siblings are left out: they are delegated, and resolve.
 */
const specialTops: Readonly<Record<string, string | undefined>> = Object.assign(
  // The object has no prototype: `constructor` is a label like any other.
  Object.create(null),
  {
    alt: 'RFC 9476',
    arpa: 'RFC 3172',
    example: 'RFC 6761',
    internal: 'ICANN Board resolution 2024.07.29.06',
    invalid: 'RFC 6761',
    local: 'RFC 6762',
    localhost: 'RFC 6761',
    onion: 'RFC 7686',
    test: 'RFC 6761',
    // In wide private use, and therefore never to be delegated (RFC 6762 appendix G, ICANN name collision).
    corp: 'RFC 6762, Appendix G',
    home: 'RFC 6762, Appendix G',
    intranet: 'RFC 6762, Appendix G',
    lan: 'RFC 6762, Appendix G',
    localdomain: 'RFC 6762, Appendix G',
    mail: 'RFC 8244',
    private: 'RFC 6762, Appendix G',
  },
)

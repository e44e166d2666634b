import { frameworkErrors } from './framework.ts'
import { firewallPages, hostingPages } from './hosting.ts'
import { platformPlaceholders } from './platform.ts'
import { serverDefaults } from './server.ts'

// A separate file: the order of the tables is data, and tests read it.

/** The tables in the order in which they are tried: the name of a platform is more informative than that of a web server. */
export const signatureTables = [
  { kind: 'placeholder', signatures: platformPlaceholders },
  // Before the page of its host, which has the same frame.
  { kind: 'wall', signatures: firewallPages },
  { kind: 'placeholder', signatures: hostingPages },
  { kind: 'default', signatures: serverDefaults },
  { kind: 'error', signatures: frameworkErrors },
] as const

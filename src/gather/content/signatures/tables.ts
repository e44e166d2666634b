import { frameworkErrors } from './framework.ts'
import { platformPlaceholders } from './platform.ts'
import { serverDefaults } from './server.ts'

// Kept apart: the order of the tables is data, and tests read it.

/** In the order in which they are tried: what names a platform tells more than what names a web server. */
export const signatureTables = [
  { kind: 'placeholder', signatures: platformPlaceholders },
  { kind: 'default', signatures: serverDefaults },
  { kind: 'error', signatures: frameworkErrors },
] as const

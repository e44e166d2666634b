import { frameworkErrors } from './signatures-framework.ts'
import { platformPlaceholders } from './signatures-platform.ts'
import { serverDefaults } from './signatures-server.ts'

/** In the order in which they are tried: what names a platform tells more than what names a web server. */
export const signatureTables = [
  { kind: 'placeholder', signatures: platformPlaceholders },
  { kind: 'default', signatures: serverDefaults },
  { kind: 'error', signatures: frameworkErrors },
] as const

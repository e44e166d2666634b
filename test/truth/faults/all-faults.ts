import type { Fault } from '../fault.ts'
import { assetFaults } from './assets.ts'
import { deploymentFaults } from './deployment.ts'
import { harmlessFaults } from './harmless.ts'
import { heldOutHarmless } from './held-out/harmless.ts'
import { heldOutRequests } from './held-out/requests.ts'
import { heldOutSeen } from './held-out/seen.ts'
import { heldOutWords } from './held-out/words.ts'
import { lateFaults } from './late.ts'
import { requestFaults } from './requests.ts'
import { seenFaults } from './seen.ts'
import { wordFaults } from './words.ts'

export const allFaults: readonly Fault[] = [
  ...lateFaults,
  ...seenFaults,
  ...wordFaults,
  ...requestFaults,
  ...assetFaults,
  ...deploymentFaults,
  ...harmlessFaults,
  ...heldOutWords,
  ...heldOutSeen,
  ...heldOutRequests,
  ...heldOutHarmless,
]

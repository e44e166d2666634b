import type { Fault } from '../fault.ts'
import { assetFaults } from './assets.ts'
import { deploymentFaults } from './deployment.ts'
import { harmlessFaults } from './harmless.ts'
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
]

import type { HostLoad } from '#gather/host-overload.ts'

/** A host that never lacks processor time. Tests share machines with each other. */
export const idleHost: HostLoad = {
  begin: () => ({ totalMs: () => 0, mostWithin: () => 0 }),
}

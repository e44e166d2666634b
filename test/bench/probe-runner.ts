import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { openToolRunners, type ToolRunners } from '#service/tools.ts'
import type { Internet } from '#test/equipment/network/internet.ts'
import { testSettings, testTrust } from '#test/equipment/service/service.ts'

/** The access that a probe needs to an internet, which may be in another process. */
export interface InternetAccess {
  readonly dns: Pick<Internet['dns'], 'address'>
  readonly root: Pick<Internet['root'], 'pem'>
  readonly connect: Internet['connect']
}

/** Opens the runner for bare probes of a benchmark. `connect`: a connection to the sites other than the direct one. */
export function openProbeRunner(
  internet: InternetAccess,
  connect: Internet['connect'] = internet.connect,
): ToolRunners {
  return openToolRunners({
    random: systemRandom,
    log: silentLog,
    tools: ['probe_url'],
    screenshots: null,
    settings: testSettings({}, internet),
    clock: systemClock,
    version: 'bench',
    baseUrl: null,
    connect,
    trust: testTrust(internet),
  })
}

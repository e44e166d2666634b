import { writeFileSync } from 'node:fs'
import { evidenceShape } from '#evidence/evidence.ts'
import type { Case } from './measure.ts'
import type { World } from './world.ts'

/** Writes the evidence of one check of each case to the fixtures from which `test/report/golden.test.ts` derives the reports. */
export async function recordEvidence(cases: readonly Case[], world: World): Promise<void> {
  for (const { fault, page, tool } of cases) {
    const label = `${fault.id}-${tool.slice(0, 1)}`
    const report = await world.check(tool, await world.deploy(page, fault, label))
    if (typeof report === 'string') throw new TypeError(`${fault.id} on ${page.id}: ${report}`)
    const evidence = evidenceShape.parse(
      Object.fromEntries(
        Object.entries(report).filter(([member]) => Object.hasOwn(evidenceShape.shape, member)),
      ),
    )
    const file = new URL(`../fixtures/evidence/bench-${fault.id}.json`, import.meta.url)
    writeFileSync(file, `${JSON.stringify(evidence, null, 2)}\n`)
    console.log(fault.id, report.result_status, report.findings.map(({ code }) => code).join(' '))
  }
}

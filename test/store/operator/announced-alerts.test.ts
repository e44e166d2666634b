import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#store/database.ts'
import { createAnnouncedAlerts } from '#store/operator/announced-alerts.ts'

test('an announced alert is known after a restart, until it is over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-alerts-'))
  const file = join(folder, 'urlwitness.sqlite')
  try {
    const first = openDatabase({ file })
    await createAnnouncedAlerts(first).add('disk_short', 5)
    await createAnnouncedAlerts(first).add('browser_lost', 6)
    first.close()
    const second = openDatabase({ file })
    const alerts = createAnnouncedAlerts(second)
    expect([...(await alerts.read())].sort()).toEqual([
      ['browser_lost', 6],
      ['disk_short', 5],
    ])
    await alerts.remove('browser_lost')
    expect([...(await alerts.read())]).toEqual([['disk_short', 5]])
    second.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

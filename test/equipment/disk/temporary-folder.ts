import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Makes an empty folder below the system's temporary folder. It is deleted at the end of the test that calls this, itself or in
 * `beforeEach`; outside a test, after the last test of the file or `describe`.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-'))
  const atEnd = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveFiles } from '#cli/check/report-file.ts'
import { openSmallDisk } from '#test/equipment/disk/small-disk.ts'
import { openScreen } from '#test/equipment/program/screen.ts'

test('a page that does not fit on its disk leaves the one that was there', ({ skip }) => {
  const disk = openSmallDisk()
  if (disk === null) return skip('this process may not mount')
  try {
    const file = join(disk.folder, 'page.html')
    writeFileSync(file, 'the old page')
    disk.fill()
    const before = readdirSync(disk.folder)
    const terminal = openScreen(80)
    expect(saveFiles('page', () => [[file, 'x'.repeat(50_000)]], { terminal })).toBe(false)
    expect(terminal.seen.err).toContain('its disk is full; free some space')
    expect(readFileSync(file, 'utf8')).toBe('the old page')
    expect(readdirSync(disk.folder)).toEqual(before)
    disk.free()
    expect(saveFiles('page', () => [[file, 'the new page']], { terminal })).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('the new page')
  } finally {
    disk.close()
  }
})

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFolderLocked, lockFolder } from '#store/instances/data-folder-lock.ts'
import { openSmallDisk } from '#test/equipment/disk/small-disk.ts'

test('a folder on a full disk can be locked, and examined', ({ skip }) => {
  const disk = openSmallDisk()
  if (disk === null) return skip('this process may not mount a small disk')
  try {
    lockFolder(disk.folder, { shared: false })?.release()
    disk.fill()
    expect(isFolderLocked(disk.folder)).toBe(false)
    const lock = lockFolder(disk.folder, { shared: false })
    expect(isFolderLocked(disk.folder)).toBe(true)
    expect(lockFolder(disk.folder, { shared: true })).toBeNull()
    lock?.release()
    expect(isFolderLocked(disk.folder)).toBe(false)
    expect(readdirSync(disk.folder).sort()).toEqual(['filler', 'urlwitness.lock'])
  } finally {
    disk.close()
  }
})

import { z } from 'zod'

/** The fields of a system error of Node. */
const systemError = z.object({
  code: z.string(),
  syscall: z.string(),
  path: z.string().optional(),
  dest: z.string().optional(),
})

/**
 * One sentence about a system error: the path, the failed operation, the reason and the remedy. `file`: the path, for errors that do
 * not name it, such as that of `read`. Null for any other error, and for codes that only a bug of this program causes (`EBADF`,
 * `EINVAL`): their stack is needed.
 */
export function systemErrorText(cause: unknown, file = 'a file'): string | null {
  const parsed = systemError.safeParse(cause)
  if (!(cause instanceof Error && parsed.success)) return null
  const { code, syscall, path = file, dest } = parsed.data
  const isNameTaken = code === 'EEXIST' && syscall === 'mkdir'
  const reason = isNameTaken ? 'a file has this name; name another' : reasons[code]
  if (reason === undefined) return null
  const destination = dest === undefined ? '' : ` to ${dest}`
  return `${path} cannot be ${syscallActions[syscall] ?? 'used'}${destination}: ${reason} (${code}, ${syscall})`
}

/** Reason and remedy of an error code of the system; null for a code without one. */
export function systemReason(code: string): string | null {
  return reasons[code] ?? null
}

const noPermission =
  'this user does not have permission; run this as the user that owns it, such as the user of the service, or name another place'
const diskFull = 'its disk is full; free some space'

const reasons: Readonly<Record<string, string>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  ENOENT: 'it does not exist, or its folder does not; check the path',
  ENOTDIR: 'a part of its path is a file, not a folder; check the path',
  EISDIR: 'it is a folder; name a file',
  EEXIST: 'it exists already; name another',
  ENOTEMPTY: 'it is a folder with files in it; name another',
  EROFS: 'its disk is read-only; name a place on another',
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: 'its disk takes no file of that size; name a place on another',
  ELOOP: 'its links lead in a circle; check the path',
  ENAMETOOLONG: 'its name is too long; name another',
  EXDEV: 'the two are on different disks; name a place on the same',
  EBUSY: 'another program uses it; end that program, or try again',
  ETXTBSY: 'it is a program that runs; end it, or name another',
  ENXIO: 'nothing responds there; name a file',
  ENODEV: 'nothing responds there; name a file',
  EMFILE: 'too many files are open; raise the limit of this process (ulimit -n)',
  ENFILE: 'too many files are open on this machine; end other programs',
  EIO: 'its disk reports an error; check whether it is failing',
}

/** Past participles, by system call. */
const syscallActions: Readonly<Record<string, string>> = {
  access: 'looked up',
  chmod: 'made private',
  chown: 'given to its owner',
  copyfile: 'copied',
  fsync: 'written',
  ftruncate: 'written',
  link: 'named',
  lstat: 'looked up',
  mkdir: 'made',
  mkdtemp: 'made',
  open: 'opened',
  opendir: 'listed',
  read: 'read',
  readlink: 'looked up',
  realpath: 'looked up',
  rename: 'renamed',
  rm: 'removed',
  rmdir: 'removed',
  scandir: 'listed',
  stat: 'looked up',
  statfs: 'looked up',
  symlink: 'made',
  unlink: 'removed',
  write: 'written',
}

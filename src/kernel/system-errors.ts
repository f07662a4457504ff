// Turns errors of the operating system into messages that say what to do.
import { Stop } from './fault.ts'

/** Where it happened: the path of the error, or the folder or address that the caller names. */
type Explain = (where: string, code: string) => readonly [message: string, advice: string]

const FULL: Explain = (where) => [
  `The disk is full: cannot write to ${where}.`,
  'Free some space, then start again. Stored data is complete.',
]
const NOT_WRITABLE: Explain = (where, code) => [
  `Cannot write to ${where} (${code}).`,
  'Check its owner and mode, and that its disk is not read-only, or choose another DATA_DIR.',
]
const NOT_A_FOLDER: Explain = (where, code) => [
  `Cannot use ${where} as a folder (${code}).`,
  'A file may have its name. Move that file, or choose another DATA_DIR.',
]
const NO_DESCRIPTORS: Explain = (where) => [
  `Too many open files: cannot open ${where}.`,
  'Raise the limit of open files, for example with: ulimit -n 4096',
]

const FILE_ERRORS: Readonly<Record<string, Explain>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: NOT_WRITABLE,
  EEXIST: NOT_A_FOLDER,
  ENOTDIR: NOT_A_FOLDER,
  EMFILE: NO_DESCRIPTORS,
  ENFILE: NO_DESCRIPTORS,
}

const LISTEN_ERRORS: Readonly<Record<string, Explain>> = {
  EADDRINUSE: (where) => [
    `Another program already listens on ${where}.`,
    'Stop that program, or choose another PORT. PORT=0 picks a free port.',
  ],
  EACCES: (where) => [`No permission to listen on ${where}.`, 'Choose a PORT above 1023.'],
  EADDRNOTAVAIL: (where) => [`This machine does not have the address of ${where}.`, HOST_ADVICE],
  ENOTFOUND: (where) => [`Cannot find the host of ${where}.`, HOST_ADVICE],
  EAI_AGAIN: (where) => [`Cannot find the host of ${where}.`, HOST_ADVICE],
}
const HOST_ADVICE = 'Set HOST to 127.0.0.1, to 0.0.0.0, or to an address of this machine.'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'the server has no permission',
  EPERM: 'the server has no permission',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
}

/** Why a file that somebody named cannot be read or written. Undefined when it is another kind of error. */
export function reasonOfFileError(error: unknown): string | undefined {
  return REASONS[(error as NodeJS.ErrnoException).code ?? '']
}

/** Undefined when it is another kind of error. `place` is used when the error has no path. */
export function stopFromFileError(error: unknown, place?: string): Stop | undefined {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  // `mkdir` reports ENOENT for a new folder on a read-only disk.
  const explain = code === 'ENOENT' && syscall === 'mkdir' ? NOT_WRITABLE : FILE_ERRORS[code]
  const where = path ?? place
  if (!explain || !where || syscall === 'listen' || syscall === 'connect') return undefined
  return new Stop('failed', ...explain(where, code))
}

export function stopFromListenError(error: unknown, host: string, port: number): Stop | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  const explain = LISTEN_ERRORS[code]
  return explain && new Stop('failed', ...explain(`${host}:${port}`, code))
}

// What a database did to its files, as recorder.c logged it.
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('./recorder.c', import.meta.url))

/** In the order of the numbers in recorder.c, from 1. */
const KINDS = [
  ...['create', 'write', 'truncate', 'extend', 'rename', 'link', 'unlink', 'mkdir', 'rmdir', 'sync begin', 'sync end'],
] as const
export type Kind = (typeof KINDS)[number]

export interface FileRecord {
  readonly kind: Kind
  /** Where the record ends in the log: what was done before a cut ends before it. */
  readonly end: number
  /** An inode; 0 of folders and names. */
  readonly file: number
  /** Of a write; the length after truncate and extend; the number of a sync. */
  readonly offset: bigint
  readonly names: readonly string[]
  readonly bytes: Buffer
}

const HEAD = 32

export function* readRecords(log: Buffer): Generator<FileRecord> {
  for (let at = 0; at < log.length; ) {
    const nameBytes = log.readUInt32LE(at + 4)
    const kind = KINDS[log.readUInt32LE(at) - 1]
    const length = kind === 'write' ? Number(log.readBigUInt64LE(at + 24)) : 0
    const names = at + HEAD
    const end = names + nameBytes + length
    if (!kind || end > log.length) throw new Error(`The recording is broken at byte ${at}.`)
    yield {
      kind,
      end,
      file: Number(log.readBigUInt64LE(at + 8)),
      offset: log.readBigUInt64LE(at + 16),
      names: nameBytes === 0 ? [] : log.toString('utf8', names, names + nameBytes).split('\0'),
      bytes: log.subarray(names + nameBytes, end),
    }
    at = end
  }
}

/**
 * For each record the last one after which a cut may leave what it may leave after this one: the disk need not do anything
 * until more is synced.
 */
export function lastPoints(records: readonly FileRecord[]): number[] {
  const last: number[] = []
  for (let i = records.length - 1; i >= 0; i--)
    last[i] = i === records.length - 1 || records[i + 1]!.kind === 'sync end' ? i : last[i + 1]!
  return last
}

/** Records one process and its children. */
export class Recorder {
  readonly #log: string
  readonly env: Readonly<Record<string, string>>

  /** `folder` takes the library and the log; `root` is what is recorded. */
  constructor(folder: string, root: string) {
    const library = join(folder, 'recorder.so')
    this.#log = join(folder, 'recording')
    try {
      execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl'], { stdio: 'pipe' })
    } catch (error) {
      throw new Error(`This part needs a C compiler (Debian: gcc and libc6-dev): ${(error as Error).message}`)
    }
    closeSync(openSync(this.#log, 'w'))
    // PostgreSQL runs as another user.
    chmodSync(this.#log, 0o666)
    chmodSync(library, 0o755)
    this.env = { LD_PRELOAD: library, RECORD_ROOT: root, RECORD_LOG: this.#log, UV_USE_IO_URING: '0' }
  }

  /** How long the log is now: all that is done and answered by now ends before it. */
  position(): number {
    return statSync(this.#log).size
  }

  read(): Buffer {
    return readFileSync(this.#log)
  }
}

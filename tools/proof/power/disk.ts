// A disk with a cache that loses power: what was synced is there, and of the rest anything may be.
//
// Names are kept by a journal: they change in order, and a sync of a file or folder keeps all changes up to its own.
// Pages of 4096 bytes reach the disk in any order, each in any of its states, and one may be torn between sectors.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Random } from '../../shared/random.ts'
import type { FileRecord } from './recording.ts'

const PAGE = 4096
const SECTOR = 512

/** What a cut keeps of what was not synced. */
export type Kept = 'nothing' | 'everything' | 'some'

/** What a cut leaves. Paths are relative to the root. */
export interface DiskState {
  readonly kept: Kept
  /** Of all names and bytes: equal states have one. */
  readonly digest: string
  /** Parents first. */
  readonly folders: readonly string[]
  /** Valid until the disk does something else. */
  readonly files: ReadonlyMap<string, Content>
}

interface Pending {
  readonly at: number
  readonly kind: 'write' | 'truncate' | 'extend'
  readonly offset: number
  readonly bytes: Buffer
}

class File {
  /** What is on the disk for certain. */
  content: Content
  pending: Pending[] = []

  constructor(content = new Content(Buffer.alloc(0))) {
    this.content = content
  }
}

class Content {
  #bytes: Buffer
  #size: number
  #digest: string | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#size = bytes.length
  }

  copy(): Content {
    return new Content(Buffer.from(this.bytes))
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  get digest(): string {
    this.#digest ??= createHash('sha1').update(this.bytes).digest('base64')
    return this.#digest
  }

  resize(size: number): void {
    this.#digest = undefined
    if (size > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(size, 2 * this.#bytes.length))
      this.bytes.copy(grown)
      this.#bytes = grown
    } else if (size < this.#size) this.#bytes.fill(0, size, this.#size)
    this.#size = size
  }

  write(offset: number, bytes: Buffer): void {
    this.#digest = undefined
    if (offset + bytes.length > this.#size) this.resize(offset + bytes.length)
    bytes.copy(this.#bytes, offset)
  }

  apply({ kind, offset, bytes }: Pending): void {
    if (kind === 'write') this.write(offset, bytes)
    else if (kind === 'truncate' || offset > this.#size) this.resize(offset)
  }
}

/** A change of names; `file` is the one that a sync of it keeps. */
interface NameChange {
  readonly at: number
  readonly file: File | undefined
  readonly folders: readonly string[]
  apply(names: Map<string, File | 'folder'>): void
}

type Names = Map<string, File | 'folder'>

export class Disk {
  readonly #root: string
  /** Of the running system, and of the disk for certain. */
  readonly #now: Names = new Map()
  readonly #kept: Names = new Map()
  #changes: NameChange[] = []
  readonly #byInode = new Map<number, File>()
  /** Where open syncs began, by their number. */
  readonly #syncs = new Map<bigint, { readonly at: number; readonly folder: string | undefined }>()

  /** `root` holds what is on the disk now. */
  constructor(root: string) {
    this.#root = root
    this.#load(root)
  }

  #load(folder: string): void {
    this.#now.set(folder, 'folder')
    this.#kept.set(folder, 'folder')
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) this.#load(path)
      if (!entry.isFile()) continue
      const file = new File(new Content(readFileSync(path)))
      this.#byInode.set(statSync(path).ino, file)
      this.#now.set(path, file)
      this.#kept.set(path, file)
    }
  }

  do(record: FileRecord): void {
    const [name = '', to = ''] = record.names.map((path) => normalize(path))
    const file = this.#byInode.get(record.file)
    switch (record.kind) {
      case 'create': {
        const made = new File()
        this.#byInode.set(record.file, made)
        this.#change(record, made, [name], (names) => names.set(name, made))
        return
      }
      case 'write':
      case 'truncate':
      case 'extend':
        file?.pending.push({ at: record.end, kind: record.kind, offset: Number(record.offset), bytes: record.bytes })
        return
      case 'rename':
      case 'link':
        this.#change(record, this.#fileAt(name), [name, to], (names) => {
          const moved = names.get(name)
          if (record.kind === 'rename') names.delete(name)
          // Files written past the recorder are caches, which are made again.
          if (moved) names.set(to, moved)
          else names.delete(to)
          if (moved === 'folder') moveContents(names, name, to)
        })
        return
      case 'mkdir':
        this.#change(record, undefined, [name], (names) => names.set(name, 'folder'))
        return
      case 'unlink':
      case 'rmdir':
        this.#change(record, this.#fileAt(name), [name], (names) => names.delete(name))
        return
      case 'sync begin':
        this.#syncs.set(record.offset, { at: record.end, folder: record.file === 0 ? name : undefined })
        return
      case 'sync end':
        this.#synced(record, file)
    }
  }

  #fileAt(path: string): File | undefined {
    const found = this.#now.get(path)
    return found === 'folder' ? undefined : found
  }

  #change(record: FileRecord, file: File | undefined, paths: string[], apply: (names: Names) => void): void {
    apply(this.#now)
    this.#changes.push({ at: record.end, file, folders: paths.map((path) => dirname(path)), apply })
  }

  #synced(record: FileRecord, file: File | undefined): void {
    const sync = this.#syncs.get(record.offset)
    if (!sync) return
    this.#syncs.delete(record.offset)
    if (file) {
      const rest = file.pending.findIndex(({ at }) => at > sync.at)
      for (const change of file.pending.splice(0, rest < 0 ? file.pending.length : rest)) file.content.apply(change)
    }
    const last = this.#changes.findLastIndex(
      (change) =>
        change.at <= sync.at &&
        (sync.folder === undefined ? change.file === file : change.folders.includes(sync.folder)),
    )
    for (const change of this.#changes.splice(0, last + 1)) change.apply(this.#kept)
  }

  /** The files of now that these records change. */
  changedBy(records: readonly FileRecord[]): string[] {
    // A database that was killed syncs all of its files when it starts.
    const changes = records.filter(({ kind }) => !kind.startsWith('sync'))
    const names = new Set(changes.flatMap((record) => record.names.map((path) => normalize(path))))
    const files = new Set(changes.map(({ file }) => this.#byInode.get(file)))
    return [...this.#now]
      .filter(([path, file]) => file !== 'folder' && (files.has(file) || names.has(path)))
      .map(([path]) => this.#nameOf(path))
  }

  /** What a cut at this moment may leave. */
  cut(kept: Kept, random: Random): DiskState {
    const names = new Map(this.#kept)
    const count =
      kept === 'some' ? random.below(this.#changes.length + 1) : kept === 'nothing' ? 0 : this.#changes.length
    for (const change of this.#changes.slice(0, count)) change.apply(names)
    const folders: string[] = []
    const files = new Map<string, Content>()
    const hash = createHash('sha1')
    for (const [path, file] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const name = this.#nameOf(path)
      if (file === 'folder') folders.push(name)
      else if (names.get(dirname(path)) === 'folder') files.set(name, survivors(file, kept, random))
      hash.update(`${name}\0${files.get(name)?.digest}\0`)
    }
    return { kept, digest: hash.digest('base64'), folders, files }
  }

  #nameOf(path: string): string {
    return path.slice(this.#root.length + 1)
  }
}

function moveContents(names: Names, from: string, to: string): void {
  for (const [path, what] of [...names])
    if (path.startsWith(`${from}/`)) {
      names.delete(path)
      names.set(to + path.slice(from.length), what)
    }
}

function survivors(file: File, kept: Kept, random: Random): Content {
  if (kept === 'nothing' || file.pending.length === 0) return file.content
  const content = file.content.copy()
  /** Up to which change each page, or the length, has reached the disk. */
  const reached = new Map<number | 'length', number>()
  const limit = (what: number | 'length') => {
    const known = reached.get(what)
    if (known !== undefined) return known
    const drawn = kept === 'everything' || random.chance(0.4) ? file.pending.length : random.below(file.pending.length)
    reached.set(what, drawn)
    return drawn
  }
  for (const [i, change] of file.pending.entries()) {
    if (change.kind !== 'write') {
      if (i < limit('length')) content.apply(change)
      continue
    }
    for (let from = 0; from < change.bytes.length; ) {
      const at = change.offset + from
      const page = Math.floor(at / PAGE)
      const to = Math.min(change.bytes.length, from + PAGE - (at % PAGE))
      const isTorn = i === limit(page) && kept === 'some' && random.chance(0.5)
      const end = isTorn ? Math.min(to, from + SECTOR * (1 + random.below(7)) - (at % SECTOR)) : to
      if (i < limit(page) || isTorn) content.write(at, change.bytes.subarray(from, end))
      from = to
    }
  }
  return content
}

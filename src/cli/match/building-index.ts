// Index files of buildings: written by `plinth index`, opened by `plinth match`, shared by its threads.
import { closeSync, openSync, readSync } from 'node:fs'
import type { IndexSections, StreetIndex } from '@plinth/matcher'
import { buildIndex, INDEX_FORMAT, indexToSections } from '@plinth/matcher'
import type { FileExtras } from '@plinth/matcher/internal/index/index-file'
import { extraSections, INDEX_FILE_KIND } from '@plinth/matcher/internal/index/index-file'
import type { SectionArray } from '../../kernel/section-file.ts'
import { MAGIC, openSectionFile, SectionFileError } from '../../kernel/section-file.ts'
import { writeSectionFile } from '../../kernel/section-writer.ts'
import { readBuildings } from './match-buildings.ts'

/*
 * The format is a section file (src/kernel/section-file.ts). Its arrays are those of indexToSections and of extraSections, and
 * its header is an IndexFileHeader. Equal buildings give equal bytes. Models are not in it: they belong to the matcher. Lists
 * of streets are in the files of provinces and cities, which a browser loads alone. packages/matcher reads the files, too.
 */
interface IndexFileHeader {
  readonly kind: typeof INDEX_FILE_KIND
  readonly format: number
  readonly buildings: number
  /** The file that the buildings were read from, as it was named. */
  readonly source: string
}

/** By its name or its first bytes, so that a torn index is not read as lines. */
export function isIndexFile(file: string): boolean {
  if (file.endsWith('.plinth')) return true
  const fd = openSync(file, 'r')
  try {
    const start = Buffer.alloc(MAGIC.length)
    return readSync(fd, start, 0, start.length, 0) === start.length && start.equals(MAGIC)
  } finally {
    closeSync(fd)
  }
}

/** Resolves when the file is on disk. */
export async function writeIndexFile(
  file: string,
  index: StreetIndex,
  source: string,
  extras: FileExtras = {},
): Promise<void> {
  const header: IndexFileHeader = { kind: INDEX_FILE_KIND, format: INDEX_FORMAT, buildings: index.keys.length, source }
  await writeSectionFile(file, { header, arrays: { ...indexToSections(index), ...extraSections(extras) } })
}

/** Verifies the checksum of every section. `isShared` reads them into memory that threads can share. */
export function openIndexFile(file: string, isShared = false): IndexSections {
  try {
    const stored = openSectionFile(file, { shared: isShared })
    try {
      const { kind, format } = (stored.header ?? {}) as Partial<IndexFileHeader>
      if (kind !== INDEX_FILE_KIND) throw new SectionFileError(`${file} is not an index of buildings.`)
      if (format !== INDEX_FORMAT)
        throw new SectionFileError(`${file} has format ${format}; this version reads format ${INDEX_FORMAT}.`)
      return Object.fromEntries(stored.names().map((name) => [name, stored.array<SectionArray>(name)]))
    } finally {
      stored.close()
    }
  } catch (error) {
    if (!(error instanceof SectionFileError)) throw error
    throw new Error(`${error.message} Write it again with plinth index.`)
  }
}

/** Opens an index file, or builds the index of any other buildings file, in memory that threads can share. */
export async function openSharedIndex(file: string, report: (message: string) => void): Promise<IndexSections> {
  if (isIndexFile(file)) return openIndexFile(file, true)
  const sections = indexToSections(buildIndex(await readBuildings(file, report)))
  return Object.fromEntries(Object.entries(sections).map(([name, array]) => [name, sharedCopy(array)]))
}

function sharedCopy<T extends SectionArray>(array: T): T {
  const ArrayOf = array.constructor as new (buffer: SharedArrayBuffer) => T
  const copy = new ArrayOf(new SharedArrayBuffer(array.byteLength))
  copy.set(array)
  return copy
}

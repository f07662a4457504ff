// Opens all files of an import, chooses their format, and reads them as one source.

import { CsvProblem } from '../../kernel/tables/csv-scanner.ts'
import type { OpenedFile } from '../files/open-files.ts'
import { combinedHash, openFiles } from '../files/open-files.ts'
import type { SourceFile } from '../files/source-file.ts'
import { headOf } from '../files/source-file.ts'
import type { Mapping } from '../read/mapping.ts'
import { layerOf } from '../read/openaddresses-definition.ts'
import type { ReadItem } from '../record/draft.ts'
import { cleanText, FileRefused } from '../record/draft.ts'
import type { FileStart, Format, ReadContext } from './formats.ts'
import { FORMATS, fileStart, formatOf } from './formats.ts'

/** All files of an import. */
export interface InputFiles extends Pick<SourceFile, 'name' | 'bytes' | 'bytesRead' | 'sha256'> {
  readonly format: Format
  read(context: ReadContext): AsyncIterable<ReadItem>
}

interface StartedFile extends OpenedFile {
  readonly start: FileStart
}

export async function openInput(
  paths: readonly string[],
  name: string | undefined,
  formatName: string | undefined,
  mapping: Mapping,
): Promise<InputFiles> {
  const opened: StartedFile[] = []
  for (const one of await openFiles(paths, name)) opened.push({ ...one, start: fileStart(await headOf(one.file)) })
  const format = formatFor(opened, formatName, mapping)
  const chosen = opened.length === 1 ? opened : opened.filter((one) => isOfFormat(one, format, mapping))
  const files = chosen.map(({ file }) => file)
  if (files.length === 0) {
    const names = opened.slice(0, 10).map(({ file }) => cleanText(file.name))
    throw new FileRefused(`no file in the archive looks like ${format.name}; it has ${names.join(', ')}`)
  }
  return {
    name: name ?? inputName(files.map((file) => file.name)),
    format,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesRead: () => files.reduce((sum, file) => sum + file.bytesRead(), 0),
    sha256: () => combinedHash(files),
    read(context) {
      if (chosen.length < opened.length)
        context.notes.remark('files in the archive of another format: left out', opened.length - chosen.length)
      return refusing('readAll' in format ? format.readAll(files, context) : readEach(format, chosen, context))
    },
  }
}

async function* refusing(items: AsyncIterable<ReadItem>): AsyncGenerator<ReadItem> {
  try {
    yield* items
  } catch (error) {
    throw error instanceof CsvProblem ? new FileRefused(error.message) : error
  }
}

/** `a.csv and 2 more files` */
export function inputName(names: readonly string[]): string {
  const [first = '', ...more] = names
  return more.length === 0 ? first : `${first} and ${more.length} more file${more.length === 1 ? '' : 's'}`
}

/** The named format, or that of the first file that has one. */
function formatFor(opened: readonly StartedFile[], name: string | undefined, mapping: Mapping): Format {
  const typical = opened.find(({ start }) => FORMATS.some((format) => format.matches(start))) ?? opened[0]
  return formatOf(name, typical!.start, mapping)
}

/** A named file must be of the format. A file that only is in the same archive may be something else. */
function isOfFormat({ file, isOptional, start }: StartedFile, format: Format, { definition }: Mapping): boolean {
  const { file: named, format: ending } = definition ? layerOf(definition).conform : {}
  if (definition && isOptional) return file.name.endsWith(named ?? (ending === 'csv' ? '.csv' : 'json'))
  if (definition) return true
  // A mapping can be for any CSV.
  if (format.name === 'mapped-csv' ? !isOptional || /\.csv$/i.test(file.name) : format.matches(start)) return true
  // An export has a file for each kind of record, and some have no rows.
  if (format.name === 'plinth' && start.text.trim() === '') return true
  if (isOptional) return false
  throw new FileRefused(
    `${cleanText(file.name)} does not look like ${format.name}; all files of an import must have the same format`,
  )
}

async function* readEach(
  format: Extract<Format, { read: unknown }>,
  files: readonly StartedFile[],
  { mapping, notes }: ReadContext,
): AsyncGenerator<ReadItem> {
  for (const { file, start } of files) {
    for await (const item of format.read(file, mapping, notes, start))
      yield files.length === 1 ? item : withFile(item, file.name)
  }
}

function withFile(item: ReadItem, file: string): ReadItem {
  return item.kind === 'draft'
    ? { kind: 'draft', draft: { ...item.draft, file } }
    : { kind: 'rejected', rejected: { ...item.rejected, file } }
}

// Reads NDJSON: one project per line, with all or some of our fields.

import type { SourceFile } from '../files/source-file.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { FileRefused, rejectedItem } from '../record/draft.ts'
import { jsonElements } from './json-elements.ts'
import { numberedLines } from './numbered-lines.ts'
import { fieldOf } from './row-fields.ts'

export async function* readNdjson(file: SourceFile, constants: Readonly<Record<string, unknown>>, notes: Notes) {
  for await (const { number, text, ended } of numberedLines(file.text())) {
    if (text === null) {
      yield rejectedItem(number, 'the line is too long for a row')
      continue
    }
    if (text.trim() === '') continue
    const value = parseObject(text)
    if (typeof value === 'object') yield draftOf(number, value, constants, notes)
    else if (!ended) throw new FileRefused(`line ${number}: the file ends in the middle of a line; it is incomplete`)
    else yield rejectedItem(number, value)
  }
}

/** The objects of an array in a JSON document. `itemOf` returns null for an element that is skipped. */
export async function* readElements(
  file: SourceFile,
  arrayName: string,
  itemOf: (line: number, element: Readonly<Record<string, unknown>>) => ReadItem | null,
): AsyncGenerator<ReadItem> {
  for await (const { line, text } of jsonElements(file.text(), arrayName)) {
    const element = text === null ? 'the element is too long for a row' : parseObject(text)
    const item = typeof element === 'string' ? rejectedItem(line, element) : itemOf(line, element)
    if (item) yield item
  }
}

/** Returns the object, or the problem with the text. */
export function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'the row is not a JSON object'
    return value as Record<string, unknown>
  } catch {
    return 'the row is not valid JSON'
  }
}

/** Reads an object with our field names. */
export function draftOf(
  line: number,
  value: Readonly<Record<string, unknown>>,
  constants: Readonly<Record<string, unknown>>,
  notes: Notes,
): ReadItem {
  const fields: Record<string, unknown> = { ...constants }
  const columns: Record<string, string> = {}
  for (const name of Object.keys(value)) {
    const field = fieldOf(name)
    if (field === undefined) notes.unknownColumn(name)
    else if (field !== null && value[name] !== null) {
      fields[field] = value[name]
      if (field !== name) columns[field] = name
    }
  }
  return { kind: 'draft', draft: { line, fields, columns } }
}

// The formats an import reads, in the order in which they are told from a file's beginning.
import { Fault } from '../../kernel/fault.ts'
import { delimiterOf, readCsv } from './csv.ts'
import type { Notes, ReadItem } from './draft.ts'
import { readGeoJson } from './geojson.ts'
import type { Mapping } from './mapping.ts'
import { readNdjson } from './ndjson.ts'
import { readOverpass } from './overpass.ts'
import { textFieldOf } from './row-fields.ts'
import type { SourceFile } from './source-file.ts'
import { isTorontoHeader, readToronto } from './toronto.ts'

interface FileStart {
  readonly text: string
  readonly firstLine: string
}

interface Format {
  readonly name: string
  readonly about: string
  /** The file's beginning looks like it. */
  matches(beginning: FileStart): boolean
  read(file: SourceFile, mapping: Mapping, notes: Notes, beginning: FileStart): AsyncIterable<ReadItem>
}

const inHeader = (column: string, { firstLine }: FileStart) =>
  firstLine.split(delimiterOf(firstLine)).some((name) => textFieldOf(name.replaceAll('"', '')) === column)

export const FORMATS: readonly Format[] = [
  {
    name: 'toronto',
    about: 'City of Toronto, apartment building registration (CSV)',
    matches: ({ firstLine }) => isTorontoHeader(firstLine),
    read: (file, _, notes) => readToronto(file, notes),
  },
  {
    name: 'overpass',
    about: 'OpenStreetMap extract, Overpass JSON',
    matches: ({ text }) => /^\s*\{/.test(text) && /"elements"\s*:\s*\[/.test(text),
    read: (file, { constants }, notes) => readOverpass(file, constants, notes),
  },
  {
    name: 'geojson',
    about: 'GeoJSON FeatureCollection, OSM tags or our field names',
    matches: ({ text }) => /^\s*\{/.test(text) && /"type"\s*:\s*"FeatureCollection"/.test(text),
    read: (file, { constants }, notes) => readGeoJson(file, constants, notes),
  },
  {
    name: 'ndjson',
    about: 'one JSON object a line, our schema in full or in part',
    matches: ({ text }) => /^\s*\{/.test(text),
    read: (file, { constants }, notes) => readNdjson(file, constants, notes),
  },
  {
    name: 'csv',
    about: 'CSV with our column names',
    matches: (beginning) =>
      inHeader('key', beginning) && (inHeader('name', beginning) || inHeader('address', beginning)),
    read: (file, { constants }, notes, { firstLine }) =>
      readCsv(file, { fieldOf: textFieldOf, constants, delimiter: delimiterOf(firstLine) }, notes),
  },
  {
    name: 'mapped-csv',
    about: 'any CSV, with a mapping file',
    // Only a mapping tells that it is one.
    matches: () => false,
    read: readMapped,
  },
]

function readMapped(
  file: SourceFile,
  mapping: Mapping,
  notes: Notes,
  { firstLine }: FileStart,
): AsyncIterable<ReadItem> {
  const { columns, constants, delimiter, key } = mapping
  const plan = {
    // A column the mapping does not name is left alone, even when it is called like a field of ours.
    fieldOf: (column: string) => (Object.hasOwn(columns, column) ? columns[column] : undefined),
    constants,
    delimiter: delimiter ?? delimiterOf(firstLine),
    ...(key === undefined ? {} : { keyColumns: typeof key === 'string' ? [key] : key }),
  }
  return readCsv(file, plan, notes)
}

export function fileStart(head: string): FileStart {
  const text = head.startsWith('\ufeff') ? head.slice(1) : head
  const end = text.search(/[\r\n]/)
  return { text, firstLine: end < 0 ? text : text.slice(0, end) }
}

/** The named format, or the one the file looks like. */
export function formatOf(name: string | undefined, beginning: FileStart, mapping: Mapping): Format {
  const names = FORMATS.map((format) => format.name).join(', ')
  if (name !== undefined) {
    const format = FORMATS.find((one) => one.name === name)
    if (format) return format
    throw new Fault('invalid_parameter', { detail: `There is no format "${name.slice(0, 40)}". Formats: ${names}.` })
  }
  const mapped = Object.keys(mapping.columns).length > 0
  const format = FORMATS.find((one) => (mapped ? one.name === 'mapped-csv' : one.matches(beginning)))
  if (format) return format
  const detail = `The file looks like none of the formats: ${names}. Give one, or a mapping file for a CSV.`
  throw new Fault('invalid_parameter', { detail })
}

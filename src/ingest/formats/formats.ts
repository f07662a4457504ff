// The import formats, in the order in which they are detected.

import { Fault } from '../../kernel/fault.ts'
import { delimiterOf } from '../../kernel/tables/csv-scanner.ts'
import type { SourceFile } from '../files/source-file.ts'
import { OPEN_DATA_TABLES } from '../open-data/open-data-formats.ts'
import { definedAddressesTable, openAddressesTable } from '../open-data/openaddresses.ts'
import { readCsv } from '../read/csv-reader.ts'
import { readGeoJson } from '../read/geojson.ts'
import type { Mapping } from '../read/mapping.ts'
import { readNdjson } from '../read/ndjson.ts'
import { readOverpass } from '../read/overpass.ts'
import { isExportLine, readPlinthExport } from '../read/plinth-export.ts'
import { textFieldOf } from '../read/row-fields.ts'
import { isTorontoHeader, readToronto } from '../read/toronto.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { isStartOf } from '../rolls/file-kinds.ts'
import type { RollOptions } from '../rolls/roll.ts'
import { readRoll } from '../rolls/roll.ts'
import { DEFAULT_MIN_UNITS } from '../rolls/roll-table.ts'
import { nearestFormat } from './nearest-format.ts'

export interface FileStart {
  readonly text: string
  readonly firstLine: string
}

/** What a reader may use besides the file. */
export interface ReadContext extends Pick<RollOptions, 'workFolder' | 'onProgress' | 'snapshot'> {
  readonly mapping: Mapping
  readonly notes: Notes
}

interface FormatFacts {
  readonly name: string
  readonly about: string
  /** Columns that a CSV of this format must have; a list within has alternatives. Used to say which one is missing. */
  readonly columns?: readonly (string | readonly string[])[]
  /** `streets`: the drafts are no projects. */
  readonly publishes?: 'streets'
  /** True when the start of the file looks like this format. */
  matches(start: FileStart): boolean
}

interface FileFormat extends FormatFacts {
  read(file: SourceFile, mapping: Mapping, notes: Notes, start: FileStart): AsyncIterable<ReadItem>
}

/** Rows of one building can be in several files. */
interface GroupedFormat extends FormatFacts {
  readAll(files: readonly SourceFile[], context: ReadContext): AsyncIterable<ReadItem>
}

export type Format = FileFormat | GroupedFormat

const inHeader = (column: string, { firstLine }: FileStart) =>
  firstLine.split(delimiterOf(firstLine)).some((name) => textFieldOf(name.replaceAll('"', '')) === column)

const openDataFormats = OPEN_DATA_TABLES.map(
  (table): GroupedFormat => ({
    name: table.name,
    about: table.about,
    ...(table.shape === undefined ? { columns: table.columns } : {}),
    ...(table.publishes && { publishes: table.publishes }),
    matches: (start) => isStartOf(table, start),
    readAll: (files, { mapping, notes, ...options }) => {
      const isDefined = table === openAddressesTable && mapping.definition !== undefined
      const used = isDefined ? definedAddressesTable(mapping.definition!) : table
      return readRoll(files, used, { ...options, minUnits: mapping.min_units ?? DEFAULT_MIN_UNITS }, notes)
    },
  }),
)

export const FORMATS: readonly Format[] = [
  ...openDataFormats,
  {
    name: 'toronto',
    about: 'City of Toronto, apartment building registration (CSV)',
    columns: ['RSN', 'SITE_ADDRESS'],
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
    name: 'plinth',
    about: 'the NDJSON export of another Plinth: projects, floor-plans, units and media',
    matches: ({ firstLine }) => isExportLine(firstLine),
    readAll: (files, { workFolder, notes }) => readPlinthExport(files, { workFolder }, notes),
  },
  {
    name: 'ndjson',
    about: 'one JSON object per line, all or some of our fields',
    matches: ({ text }) => /^\s*\{/.test(text),
    read: (file, { constants }, notes) => readNdjson(file, constants, notes),
  },
  {
    name: 'csv',
    about: 'CSV with our column names',
    columns: ['key', ['address', 'name']],
    matches: (start) => inHeader('key', start) && (inHeader('name', start) || inHeader('address', start)),
    read: (file, { constants }, notes, { firstLine }) =>
      readCsv(file, { fieldOf: textFieldOf, constants, delimiter: delimiterOf(firstLine) }, notes),
  },
  {
    name: 'mapped-csv',
    about: 'any CSV, with a mapping file',
    // Only used with a mapping.
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
    // A column that is not in the mapping is ignored, even when its name equals one of our fields.
    fieldOf: (column: string) => (Object.hasOwn(columns, column) ? columns[column] : undefined),
    constants,
    delimiter: delimiter ?? delimiterOf(firstLine),
    noHeader: Object.keys(columns).some((name) => /^#\d+$/.test(name)),
    ...(key === undefined ? {} : { keyColumns: typeof key === 'string' ? [key] : key }),
  }
  return readCsv(file, plan, notes)
}

export function fileStart(head: string): FileStart {
  const text = head.startsWith('\ufeff') ? head.slice(1) : head
  const end = text.search(/[\r\n]/)
  return { text, firstLine: end < 0 ? text : text.slice(0, end) }
}

/** Returns the named format, or detects it from the start of the file. */
export function formatOf(name: string | undefined, start: FileStart, mapping: Mapping): Format {
  const names = FORMATS.map((format) => format.name).join(', ')
  if (mapping.definition !== undefined && (name ?? openAddressesTable.name) !== openAddressesTable.name)
    throw new Fault('invalid_parameter', {
      detail: `A definition of OpenAddresses is for the format ${openAddressesTable.name}.`,
    })
  if (name !== undefined) {
    const format = FORMATS.find((one) => one.name === name)
    if (format) return format
    throw new Fault('invalid_parameter', { detail: `Unknown format "${name.slice(0, 40)}". Use one of: ${names}.` })
  }
  if (mapping.definition !== undefined) return formatOf(openAddressesTable.name, start, mapping)
  const mapped = Object.keys(mapping.columns).length > 0
  const format = FORMATS.find((one) => (mapped ? one.name === 'mapped-csv' : one.matches(start)))
  if (format) return format
  const near = nearestFormat(start.firstLine, FORMATS)
  const advice = near ?? `Set a format (${names}), or a mapping file for a CSV.`
  throw new Fault('invalid_parameter', { detail: `The file format was not recognized. ${advice}` })
}

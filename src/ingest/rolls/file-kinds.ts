// Which kind of file of an open-data format a file is, by its start.

import { delimiterOf } from '../../kernel/tables/csv-scanner.ts'
import type { SourceFile } from '../files/source-file.ts'
import { headOf } from '../files/source-file.ts'
import { hasDbfFields } from './dbf-lines.ts'
import type { RollFile, RollTable } from './roll-table.ts'

interface Start {
  readonly text: string
  readonly firstLine: string
}

/** Undefined when it looks like none of the table's kinds of file. */
function kindOfStart(table: RollTable, { text, firstLine }: Start): RollFile | undefined {
  if (table.shape === 'xml') return text.includes(`<${table.element}>`) ? table : undefined
  if (table.shape === 'geojson') {
    if (!/"type"\s*:\s*"Feature"/.test(text)) return undefined
    return table.columns.every((column) => text.includes(`"${column}"`)) ? table : undefined
  }
  if (/^\s*[{[]/.test(text)) return undefined
  const header = firstLine
    .split(table.delimiter ?? delimiterOf(firstLine))
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return [table, ...(table.companions ?? [])].find(
    ({ columns }) => columns.every((column) => header.includes(column)) || hasDbfFields(text, columns),
  )
}

export const isStartOf = (table: RollTable, start: Start): boolean => kindOfStart(table, start) !== undefined

/** Files of one kind stay in their order. */
export async function inReadingOrder(files: readonly SourceFile[], table: RollTable): Promise<readonly SourceFile[]> {
  const { order } = table
  if (!order || files.length === 1) return files
  const placed: { file: SourceFile; place: number }[] = []
  for (const file of files) {
    const text = (await headOf(file)).replace(/^\ufeff/, '')
    const kind = kindOfStart(table, { text, firstLine: text.split(/[\r\n]/, 1)[0]! })
    placed.push({ file, place: kind ? order.indexOf(kind) : order.length })
  }
  return placed.sort((a, b) => a.place - b.place).map(({ file }) => file)
}

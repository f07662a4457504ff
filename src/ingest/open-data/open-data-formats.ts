// The sources of open data that Plinth can read, one table each.
import { delimiterOf } from '../../kernel/tables/csv-scanner.ts'
import { calgaryAssessmentTable } from './calgary-assessment.ts'
import { edmontonAssessmentTable } from './edmonton-assessment.ts'
import { montrealUefTable } from './montreal-uef.ts'
import { narTable } from './nar.ts'
import { odbTable } from './odb.ts'
import { openAddressesTable } from './openaddresses.ts'
import { permitsTable } from './permits.ts'
import { quebecRollTable } from './quebec-roll.ts'
import type { RollTable } from './roll-table.ts'
import { structuresTable } from './structures.ts'
import { torontoApplicationsTable } from './toronto-applications.ts'
import { vancouverTaxTable } from './vancouver-tax.ts'

export const OPEN_DATA_TABLES: readonly RollTable[] = [
  narTable,
  vancouverTaxTable,
  montrealUefTable,
  quebecRollTable,
  calgaryAssessmentTable,
  edmontonAssessmentTable,
  torontoApplicationsTable,
  permitsTable,
  odbTable,
  structuresTable,
  openAddressesTable,
]

/** True when the file starts like one of the table's kinds of file. */
export function isStartOf(table: RollTable, { text, firstLine }: { text: string; firstLine: string }): boolean {
  if (table.shape === 'xml') return text.includes(`<${table.element}>`)
  if (table.shape === 'geojson')
    return /"type"\s*:\s*"Feature"/.test(text) && table.columns.every((column) => text.includes(`"${column}"`))
  if (/^\s*[{[]/.test(text)) return false
  const header = firstLine
    .split(table.delimiter ?? delimiterOf(firstLine))
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return [table, ...(table.companions ?? [])].some(({ columns }) => columns.every((column) => header.includes(column)))
}

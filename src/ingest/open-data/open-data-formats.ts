// The sources of open data that Plinth can read, one table each.
import { calgaryAssessmentTable } from './calgary-assessment.ts'
import { edmontonAssessmentTable } from './edmonton-assessment.ts'
import { montrealUefTable } from './montreal-uef.ts'
import { narTable } from './nar.ts'
import { odbTable } from './odb.ts'
import { openAddressesTable } from './openaddresses.ts'
import type { RollTable } from './roll-table.ts'
import { torontoApplicationsTable } from './toronto-applications.ts'
import { vancouverTaxTable } from './vancouver-tax.ts'

export const OPEN_DATA_TABLES: readonly RollTable[] = [
  narTable,
  vancouverTaxTable,
  montrealUefTable,
  calgaryAssessmentTable,
  edmontonAssessmentTable,
  torontoApplicationsTable,
  odbTable,
  openAddressesTable,
]

/** True when the file starts like one of the table's kinds of file. */
export function isStartOf(table: RollTable, { text, firstLine }: { text: string; firstLine: string }): boolean {
  if (table.shape === 'geojson-lines') {
    if (!/^\s*\{/.test(firstLine) || !/"type"\s*:\s*"Feature"/.test(firstLine)) return false
    return table.columns.every((column) => firstLine.includes(`"${column}"`))
  }
  if (/^\s*[{[]/.test(text)) return false
  const header = firstLine.split(table.delimiter ?? ',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return [table, ...(table.companions ?? [])].some(({ columns }) => columns.every((column) => header.includes(column)))
}

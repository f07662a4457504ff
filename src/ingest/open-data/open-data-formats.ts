// The sources of open data that Plinth can read, one table each.

import type { RollTable } from '../rolls/roll-table.ts'
import { calgaryAssessmentTable } from './calgary-assessment.ts'
import { edmontonAssessmentTable } from './edmonton-assessment.ts'
import { montrealUefTable } from './montreal-uef.ts'
import { narTable } from './nar.ts'
import { nrnTable } from './nrn.ts'
import { odbTable } from './odb.ts'
import { openAddressesTable } from './openaddresses.ts'
import { permitsTable } from './permits.ts'
import { quebecRollTable } from './quebec-roll.ts'
import { retiredCodesTable } from './retired-codes.ts'
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
  nrnTable,
  retiredCodesTable,
]

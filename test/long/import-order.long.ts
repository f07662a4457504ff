// The catalogue does not depend on the order of imports: many more cases, on both databases.
import { it } from 'vitest'
import { checkImportOrder } from '../ingest/import-order.ts'
import { forEachDatabase } from '../support/databases.ts'

const CASES = { embedded: 150, postgres: 500 }

forEachDatabase('importing sources', (open, kind) => {
  it(`gives the same catalogue in any order, in ${CASES[kind]} cases`, async () => {
    const db = await open()
    for (let seed = 1000; seed < 1000 + CASES[kind]; seed++) await checkImportOrder(db, seed)
  })
})

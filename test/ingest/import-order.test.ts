// The catalogue does not depend on the order of imports.
import { it } from 'vitest'
import { amount } from '../support/amount.ts'
import { forEachDatabase } from '../support/databases.ts'
import { checkDecisionsAtAnyTime, checkImportOrder } from './import-order.ts'

const CASES = { embedded: 3, postgres: amount(2) }

forEachDatabase('importing sources', (open, kind) => {
  it('gives the same catalogue in any order, with repetitions, deletions, decisions and changes of trust', async () => {
    const db = await open()
    for (let seed = 1; seed <= CASES[kind]; seed++) await checkImportOrder(db, seed)
  })

  it('gives the catalogue of joining from scratch, whenever people joined rows, took them apart and undid it', async () => {
    const db = await open()
    for (let seed = 1; seed <= 2 * CASES[kind]; seed++) await checkDecisionsAtAnyTime(db, seed)
  })
})

// After a kill at any step of relinking, no link is lost and every change is announced once.
import { it } from 'vitest'
import { RELINK_POINTS } from '../../src/listings/relink/relinker.ts'
import { databaseOptions, forOneDatabase } from '../support/databases.ts'
import { surviveKills } from './relink-crash.ts'

forOneDatabase('a killed relinker', (kind) => {
  it('loses no link and announces no change twice', async () => {
    const kills = RELINK_POINTS.filter((point) => point !== 'planned').map((point, i) => ({ point, nth: 2 + i }))
    await surviveKills(await databaseOptions(kind), kills)
  })
})

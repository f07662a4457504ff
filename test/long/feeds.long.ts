// A million rows, every fault and 200 kills: nothing missed, nothing twice, memory flat.
import { expect, inject, it } from 'vitest'
import { surviveDeaths } from '../feeds/crash-run.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'

const MIB = 1024 * 1024

forEachDatabase('a feed with many kills', (_, kind) => {
  // The embedded database takes about ten seconds per kill on a busy machine.
  it('misses no row and stores none twice after 200 kills', { timeout: 7_200_000 }, async () => {
    await surviveDeaths(await databaseOptions(kind), { rows: 20_000, pageSize: 200, kills: 200, withinMs: 2500 })
  })

  it('needs no more memory for a million rows than for the first ones', async () => {
    const rows = inject('postgresUrl') && kind === 'postgres' ? 1_000_000 : 100_000
    const heap = await surviveDeaths(await databaseOptions(kind), { rows, pageSize: 1000, kills: 2, withinMs: 2000 })
    const third = Math.ceil(heap.length / 3)
    const most = (sizes: readonly number[]) => Math.max(...sizes)
    expect(most(heap.slice(-third))).toBeLessThan(most(heap.slice(0, third)) + 16 * MIB)
  })
})

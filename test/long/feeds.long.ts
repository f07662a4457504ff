// A million rows, every fault and 200 kills: nothing missed, nothing twice, memory flat. Read without a hand in minutes.
import { expect, inject, it } from 'vitest'
import { surviveDeaths } from '../feeds/crash-run.ts'
import { readUnattended } from '../feeds/unattended-run.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'

const MIB = 1024 * 1024

forEachDatabase('a feed of a server with one fault in 15 requests', (open) => {
  it('is read without a hand: 20,000 listings in less than five minutes', { timeout: 900_000 }, async () => {
    const { seconds, faults } = await readUnattended(await open(), 20_000)
    console.log(`20,000 listings with ${faults} faults in ${seconds} s`)
    expect(seconds).toBeLessThan(300)
  })
})

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

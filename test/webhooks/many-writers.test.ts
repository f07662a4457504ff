// Events of many concurrent writers reach every endpoint once. The long tests kill the delivery.
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { databaseOptions, kinds, runCleanups } from '../support/databases.ts'
import { draft } from './drafts.ts'
import { answered, enabledEndpoint, newAccount, publish, senderOf, webhooksOn } from './stage.ts'

afterEach(runCleanups)

describe.runIf(kinds.includes('postgres'))('64 slow or failing writers and three workers', () => {
  it('deliver each event to each endpoint', async () => {
    const options = await databaseOptions('postgres')
    const writers = await openDatabase({ ...options, poolMax: 64 })
    const nodes = await Promise.all([1, 2, 3].map(() => openDatabase(options)))
    const heard = new Map<string, number[]>()
    const sender = senderOf(async ({ url, body }) => {
      const message = JSON.parse(body)
      const events: { sequence: number }[] = message.type === 'batch' ? message.data.events : [message]
      heard.set(url, [...(heard.get(url) ?? []), ...events.map(({ sequence }) => sequence)])
      return answered(200)
    })
    const clock = { now: () => Date.now() }
    const rooms = nodes.map((db, n) => webhooksOn(db, sender, { holder: `node-${n}`, clock }))
    const account = await newAccount(writers)
    const sizes = {
      'https://a.example/': 1,
      'https://b.example/': 1,
      'https://c.example/': 7,
      'https://d.example/': 500,
    }
    for (const [url, size] of Object.entries(sizes)) await enabledEndpoint(writers, rooms[0]!, account.id, url, size)
    const committed: number[] = []
    let isWriting = true
    const write = async (writer: number) => {
      for (let n = 0; n < 6; n++) {
        const fails = (writer + n) % 5 === 0
        const work = writers.tx(async (tx) => {
          const last = await publishEvents(tx, 'production', [draft('project.updated', writer * 100 + n)], new Date())
          // Delays the commit after the sequence numbers are assigned.
          for (let i = 0; i < (writer % 4) * 2; i++) await tx.selectFrom('counters').selectAll().execute()
          if (fails) throw new Error('rolled back')
          return last!
        })
        await work.then((last) => committed.push(last)).catch((error) => expect(error.message).toBe('rolled back'))
      }
    }
    const working = Promise.all(
      rooms.map(async (room) => {
        while (isWriting) await room.worker.tick()
      }),
    )
    await Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)))
    isWriting = false
    await working
    await publish(writers, [draft('project.updated', 9999)])
    for (const room of rooms) await room.worker.tick()
    const all = Array.from({ length: committed.length + 1 }, (_, i) => i + 1)
    expect(committed.sort((a, b) => a - b)).toEqual(all.slice(0, -1))
    const settled = async () => {
      const open = writers.query.selectFrom('webhook_deliveries').select('id').where('status', '!=', 'delivered')
      const behind = writers.query.selectFrom('webhook_endpoints').select('id').where('batch_sequence', '<', all.length)
      return (await open.execute()).length === 0 && (await behind.execute()).length === 0
    }
    while (!(await settled())) for (const room of rooms) await room.worker.tick()
    for (const url of Object.keys(sizes)) expect(heard.get(url)!.sort((a, b) => a - b)).toEqual(all)
    for (const room of rooms) await room.worker.stop()
    for (const db of [writers, ...nodes]) await db.close()
  })
})

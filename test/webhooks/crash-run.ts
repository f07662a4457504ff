// Kills delivering processes one after the other, then checks the receivers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { programOf } from '../support/child.ts'
import type { CrashOrder } from './crash-child.ts'
import type { Receiver } from './receiver.ts'
import { startReceiver } from './receiver.ts'
import { enabledEndpoint, newAccount, senderOf, webhooksOn } from './stage.ts'

/** Kills a process at a crash point or after a number of events; `null` runs to the end. */
export type Death = { readonly point: string; readonly time: number } | { readonly afterEvents: number } | null

async function run(
  order: CrashOrder,
  killAfter: number | null,
): Promise<{ acknowledged: number[]; code: number | null }> {
  const child = spawn(process.execPath, [...programOf('webhooks/crash-child'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const acknowledged: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === killAfter) child.kill('SIGKILL')
  }
  const [code] = (await exited) as [number | null]
  return { acknowledged, code }
}

/** One receiver works, one fails every first attempt, one responds with 410; two more get batches. */
async function receivers(): Promise<Receiver[]> {
  const all = await Promise.all(Array.from({ length: 5 }, () => startReceiver()))
  const [, flaky, gone, , flakyBatches] = all as [Receiver, Receiver, Receiver, Receiver, Receiver]
  for (const receiver of [flaky, flakyBatches]) {
    const seen = new Set<string>()
    receiver.answer = ({ id }, response) => {
      response.writeHead(seen.has(id) ? 200 : 500).end()
      seen.add(id)
    }
  }
  gone.answer = (_, response) => void response.writeHead(410).end()
  return all
}

const BATCH = 4

/** The events of all requests, by ID. Duplicates must be equal. */
function eventsOf(receiver: Receiver): Map<string, { id: string; sequence: number; previous_sequence?: number }> {
  const events = new Map()
  for (const { body } of receiver.got)
    for (const event of body.type === 'batch' ? body.data.events : [body]) {
      expect(events.get(event.id) ?? event).toEqual(event)
      events.set(event.id, event)
    }
  return events
}

export async function surviveDeaths(
  options: DatabaseOptions,
  deaths: readonly Death[],
  eventsEach: number,
): Promise<void> {
  const all = await receivers()
  const [well, flaky, gone, batches, flakyBatches] = all as [Receiver, Receiver, Receiver, Receiver, Receiver]
  const withBatches = [batches, flakyBatches]
  try {
    const before = await openDatabase(options)
    const room = webhooksOn(
      before,
      senderOf(async () => ({ kind: 'failed', code: 'reset', detail: '', ms: 0 })),
    )
    const account = await newAccount(before)
    const ids = new Map<Receiver, string>()
    for (const receiver of all) {
      const maxBatch = withBatches.includes(receiver) ? BATCH : 1
      ids.set(receiver, await enabledEndpoint(before, room, account.id, receiver.url, maxBatch))
    }
    await before.close()

    const epochMs = Date.now()
    const acknowledged: number[] = []
    let events = 0
    for (const death of [...deaths, null]) {
      events += eventsEach
      const order = { options, epochMs, events, ...(death && 'point' in death && death) }
      const result = await run(order, death && 'afterEvents' in death ? death.afterEvents : null)
      acknowledged.push(...result.acknowledged)
      expect([death, result.code]).toEqual([death, death === null ? 0 : null])
    }

    const after = await openDatabase(options)
    const published = await after.query
      .selectFrom('events')
      .select(['id', 'type', 'resource_id'])
      .orderBy('sequence')
      .execute()
    const deliveries = await after.query.selectFrom('webhook_deliveries').selectAll().execute()
    await after.close()
    const updates = published.filter(({ type }) => type === 'project.updated')
    // No acknowledged event is lost or duplicated.
    expect(updates.map(({ resource_id }) => Number(resource_id))).toEqual(
      Array.from({ length: events }, (_, i) => i + 1),
    )
    expect(acknowledged.every((id) => id <= events)).toBe(true)
    const idsOf = (receiver: Receiver) => new Set(eventsOf(receiver).keys())
    for (const receiver of [well, flaky, ...withBatches]) {
      const mine = deliveries.filter(({ endpoint_id }) => endpoint_id === ids.get(receiver))
      expect(mine.every(({ status }) => status === 'delivered')).toBe(true)
      // All events arrived, including the notice about the disabled endpoint, and nothing else.
      expect(idsOf(receiver)).toEqual(new Set(published.map(({ id }) => id)))
      expect(mine.reduce((sum, { event_count }) => sum + event_count, 0)).toBe(published.length)
    }
    // The endpoint that responded with 410 gets nothing more: its deliveries are dead or held, and no new ones exist.
    const notices = published.filter(({ type }) => type === 'webhook_endpoint.disabled')
    expect(notices).toHaveLength(1)
    const toGone = deliveries.filter(({ endpoint_id }) => endpoint_id === ids.get(gone))
    expect(toGone.some(({ status }) => status === 'dead')).toBe(true)
    expect(
      toGone.every(
        ({ status, next_attempt_at }) => status === 'dead' || (status === 'pending' && next_attempt_at === null),
      ),
    ).toBe(true)
    for (const receiver of all) {
      const texts = new Map<string, string>()
      for (const { id, text } of receiver.got) {
        expect(texts.get(id) ?? text).toBe(text)
        texts.set(id, text)
      }
      // Every delivery names the previous number, so that a receiver can detect gaps.
      const events = [...eventsOf(receiver).values()].sort((a, b) => a.sequence - b.sequence)
      for (const [i, event] of events.entries())
        if (i > 0 && receiver !== gone) expect(event.previous_sequence).toBe(events[i - 1]!.sequence)
    }
  } finally {
    for (const receiver of all) await receiver.stop()
  }
}

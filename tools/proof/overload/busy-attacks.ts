// Attacks that ask for more work than the server can do.
import { setTimeout as sleep } from 'node:timers/promises'
import { attack, keepBusy, openMany, textOf } from './attack-connection.ts'
import { addressOf, LINKS, linkRequest, pick } from './attack-requests.ts'
import type { AttackTarget } from './messages.ts'
import { sendLines } from './slow-attacks.ts'

const activeConnections = attack(async ({ port, keys, ms, tally }) => {
  await keepBusy(port, 2000, ms, tally, (i, n) => linkRequest(keys, i + 7 * n), 250)
})

const PIPELINED = 4000

/** Thousands of requests in one write, on each of 25 connections, again as soon as the server closed or answered. */
const pipelines = attack(async ({ keys, tally, until }) => {
  const burst = Array.from({ length: PIPELINED }, (_, i) => linkRequest(keys, i)).join('')
  const runOne = async () => {
    while (performance.now() < until) {
      const connection = await tally.open()
      if (!connection) {
        await sleep(50)
        continue
      }
      tally.sent += PIPELINED
      let answered = 0
      connection.socket.removeAllListeners('data')
      connection.socket.on('data', (chunk: Buffer) => {
        for (const response of connection.reader.push(chunk)) {
          answered += 1
          tally.received(response)
        }
      })
      connection.socket.write(burst)
      while (performance.now() < until && answered < PIPELINED && !connection.isClosed) await sleep(20)
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: 25 }, runOne))
})

const manyStreams = attack(async ({ keys, tally, until }) => {
  await Promise.all(
    keys.slice(0, 100).map(async (key) => {
      const connection = await tally.open()
      if (!connection) return
      tally.sent += 1
      await sendLines(connection, key, until)
      const { unfinished } = connection.reader
      if (unfinished) tally.received({ status: unfinished, retryAfter: undefined, closes: true })
      connection.close()
    }),
  )
})

/** Each request on a connection of its own, again and again. */
const busyWith = (connections: number, requestOf: (target: AttackTarget, i: number) => string) =>
  attack(async (running) => {
    const { port, ms, tally } = running
    await keepBusy(port, connections, ms, tally, (i, n) => requestOf(running, i + connections * n), 5)
  })

const manyExports = busyWith(50, ({ keys, exports }, i) =>
  textOf({
    path: `/api/v1/exports/${pick(exports, i)}`,
    key: pick(keys, i),
    headers: i % 2 === 0 ? { 'accept-encoding': 'gzip' } : {},
  }),
)

/** Each image once, because a second request finds it rendered. */
const manyRenders = attack(async ({ images, tally }) => {
  const pool = await openMany(Math.min(30, images.length), tally)
  await Promise.all(pool.map((connection, i) => tally.exchange(connection, textOf({ path: images[i]! }))))
  return pool
})

const MAX_BATCH_BYTES = 4 * 1024 * 1024
/** Valid JSON of the maximum size; the server refuses it only after it has read it all. */
const bigBody = JSON.stringify({ queries: [{ address: 'a'.repeat(MAX_BATCH_BYTES - 40) }] })

const bigBodies = busyWith(100, ({ keys }, i) =>
  textOf({ method: 'POST', path: `${LINKS}/batch`, key: pick(keys, i), body: bigBody }),
)

const signIns = busyWith(200, (_, i) =>
  textOf({
    method: 'POST',
    path: '/api/v1/sessions',
    body: JSON.stringify({ email: `person${i}@example.ca`, password: `not the password ${i}` }),
  }),
)

const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }

const mcpCalls = busyWith(200, ({ keys }, i) => {
  const call = { name: 'resolve_building', arguments: { address: addressOf(i) } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params: call })
  return textOf({ method: 'POST', path: '/mcp', key: pick(keys, i), headers: MCP_HEADERS, body })
})

/** Reads and writes that wait for the database. */
const databaseCalls = busyWith(1000, ({ keys }, i) => {
  const key = pick(keys, i)
  if (i % 3 === 0) return textOf({ path: '/api/v1/usage', key })
  if (i % 3 === 1) return textOf({ path: '/api/v1/audit-log', key })
  const body = JSON.stringify({ address: addressOf(i), verdict: 'reject' })
  return textOf({ method: 'POST', path: `${LINKS}/feedback`, key, body })
})

const storedListings = busyWith(300, ({ keys }, i) =>
  textOf({
    method: 'PUT',
    path: `/api/v1/listings/attack-${i % 50}`,
    key: pick(keys, i),
    body: JSON.stringify({ address: addressOf(i) }),
  }),
)

export const BUSY_ATTACKS = {
  activeConnections,
  pipelines,
  manyStreams,
  manyExports,
  manyRenders,
  bigBodies,
  signIns,
  mcpCalls,
  databaseCalls,
  storedListings,
}

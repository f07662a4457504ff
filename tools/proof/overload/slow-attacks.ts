// Attacks that hold connections: idle, slow to send, and slow or unwilling to read.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Running } from './attack-connection.ts'
import { attack, openMany, textOf } from './attack-connection.ts'
import { LINKS, pick } from './attack-requests.ts'

/** A byte this often: any timeout for silence would let it pass. */
const BYTE_MS = 500

/** 2,000 connections that did one request each and stay open; those that the server closes are opened again. */
const idleConnections = attack(async ({ tally, until }) => {
  const request = textOf({ path: '/healthz' })
  let pool: Connection[] = []
  while (performance.now() < until) {
    pool = pool.filter(({ isClosed }) => !isClosed)
    const fresh = await openMany(2000 - pool.length, tally)
    await Promise.all(fresh.map((connection) => tally.exchange(connection, request)))
    pool.push(...fresh)
    await sleep(500)
  }
  return pool
})

/** Sends the text byte by byte on every connection until the server closes it or the time is over. */
async function drip(connections: readonly Connection[], text: string, until: number): Promise<void> {
  const bytes = Buffer.from(text)
  for (let i = 0; i < bytes.length && performance.now() < until; i++) {
    const open = connections.filter(({ isClosed }) => !isClosed)
    if (open.length === 0) return
    for (const { socket } of open) socket.write(bytes.subarray(i, i + 1))
    await sleep(BYTE_MS)
  }
}

/** Connections that do as `work` says; those that the server still holds at the end are counted. */
const holding = (count: number, work: (connections: readonly Connection[], running: Running) => Promise<void>) =>
  attack(async (running) => {
    const { tally } = running
    const connections = await openMany(count, tally)
    tally.sent = connections.length
    await work(connections, running)
    tally.held = connections.filter(({ isClosed }) => !isClosed).length
    return connections
  })

const slowHeaders = holding(500, (connections, { keys, until }) =>
  drip(connections, textOf({ path: LINKS, key: keys[0], headers: { 'x-filler': 'a'.repeat(4000) } }), until),
)

const slowBodies = holding(300, async (connections, { keys, until }) => {
  const body = JSON.stringify({ address: 'a'.repeat(4000) })
  connections.forEach(({ socket }, i) => {
    socket.write(textOf({ method: 'POST', path: LINKS, key: pick(keys, i), body }).slice(0, -body.length))
  })
  await drip(connections, body, until)
})

/** Connections that send nothing. */
const silentConnections = holding(500, async (connections, { until }) => {
  while (performance.now() < until && connections.some(({ isClosed }) => !isClosed)) await sleep(250)
})

/** Together longer than the network's buffers, which hold about ten megabytes for a reader that does not read. */
const UNREAD_REQUESTS = 150

/** Asks for long lists, many in one write, and never reads. The server must neither pile them up nor wait forever. */
const neverRead = attack(async ({ port, keys, longList, tally, until }) => {
  const connections = await openMany(60, tally)
  connections.forEach(({ socket }, i) => {
    socket.pause()
    socket.write(textOf({ path: longList, key: pick(keys, i) }).repeat(UNREAD_REQUESTS))
    tally.sent += UNREAD_REQUESTS
  })
  const ports = new Set(connections.map(({ socket }) => socket.localPort!))
  do {
    await sleep(1000)
    tally.held = establishedCount(port, ports)
  } while (tally.held > 0 && performance.now() < until)
  return connections
})

const ESTABLISHED = '01'

/** Connections that the server has not closed. A reader that does not read cannot notice it, so the kernel is asked. */
function establishedCount(serverPort: number, clientPorts: ReadonlySet<number>): number {
  const portOf = (address: string | undefined) => Number.parseInt(address?.split(':')[1] ?? '', 16)
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local, remote, state]) =>
        state === ESTABLISHED && portOf(local) === serverPort && clientPorts.has(portOf(remote)),
    ).length
}

const READ_BYTES = 256

/** Reads 1 kB a second: paused, with a quarter of it every quarter of a second. */
function readSlowly({ socket }: Connection, until: number): void {
  socket.pause()
  const timer = setInterval(() => {
    if (socket.destroyed || performance.now() > until) clearInterval(timer)
    else socket.read(READ_BYTES) ?? socket.read()
  }, 250)
}

/** Connections with a small receive buffer would need another option of the system, so that the responses must be long. */
async function readOneSlowly({ tally, until }: Running): Promise<Connection | undefined> {
  const connection = await tally.open((socket) => socket.pause())
  if (!connection) return undefined
  tally.sent += 1
  connection.socket.removeAllListeners('data')
  readSlowly(connection, until)
  return connection
}

const slowExportReaders = attack(async (running) => {
  const { keys, exports, until } = running
  const connections: Connection[] = []
  for (let i = 0; i < 100; i++) {
    const connection = await readOneSlowly(running)
    if (!connection) continue
    connections.push(connection)
    connection.socket.write(textOf({ path: `/api/v1/exports/${pick(exports, i)}`, key: pick(keys, i) }))
  }
  while (performance.now() < until) await sleep(250)
  return connections
})

const STREAM_HEADERS = { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' }
const LINES_PER_CHUNK = 500

/** Lines as one chunk of a chunked body. */
export function chunkOfLines(start: number): string {
  const lines = Array.from(
    { length: LINES_PER_CHUNK },
    (_, i) =>
      `${JSON.stringify({ query_id: start + i, address: `#${(i % 40) + 1} - ${1000 + i} granville st vancouver` })}\n`,
  ).join('')
  return `${lines.length.toString(16)}\r\n${lines}\r\n`
}

/** Sends lines as fast as the server takes them. */
export async function sendLines(connection: Connection, key: string, until: number): Promise<void> {
  const { socket } = connection
  socket.write(textOf({ method: 'POST', path: `${LINKS}/batch`, key, headers: STREAM_HEADERS }))
  for (let n = 0; performance.now() < until && !connection.isClosed; n += LINES_PER_CHUNK) {
    if (!socket.write(chunkOfLines(n)))
      await Promise.race([new Promise((done) => socket.once('drain', done)), sleep(500)])
    else await sleep(1)
  }
}

/** Streams of addresses whose results nobody reads in time. */
const slowStreamReaders = attack(async (running) => {
  const connections: Connection[] = []
  await Promise.all(
    running.keys.slice(0, 100).map(async (key) => {
      const connection = await readOneSlowly(running)
      if (!connection) return
      connections.push(connection)
      await sendLines(connection, key, running.until)
    }),
  )
  return connections
})

export const SLOW_ATTACKS = {
  idleConnections,
  slowHeaders,
  slowBodies,
  silentConnections,
  neverRead,
  slowExportReaders,
  slowStreamReaders,
}

// Attacks that hold connections: idle, slow to send, and slow or unwilling to read.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, openMany, Tally, textOf } from './attack-connection.ts'
import { LINKS, pick } from './attack-requests.ts'
import type { AttackResult, AttackTarget } from './messages.ts'

/** A byte this often: any timeout for silence would let it pass. */
const BYTE_MS = 500

/** 2,000 connections that did one request each and stay open; those that the server closes are opened again. */
export async function idleConnections({ port }: AttackTarget, ms: number): Promise<AttackResult> {
  const tally = new Tally(port)
  const until = performance.now() + ms
  const request = textOf({ path: '/healthz' })
  let pool: Connection[] = []
  while (performance.now() < until) {
    pool = pool.filter(({ isClosed }) => !isClosed)
    const fresh = await openMany(port, 2000 - pool.length, tally)
    await Promise.all(
      fresh.map(async (connection) => {
        tally.sent += 1
        const response = await connection.exchange(request)
        if (response) tally.received(response)
        else tally.dropped += 1
      }),
    )
    pool.push(...fresh)
    await sleep(500)
  }
  for (const connection of pool) connection.close()
  return tally.result()
}

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

function finish(connections: readonly Connection[], tally: Tally): Promise<AttackResult> {
  tally.held = connections.filter(({ isClosed }) => !isClosed).length
  for (const connection of connections) connection.close()
  return tally.result()
}

export async function slowHeaders({ port, keys }: AttackTarget, ms: number): Promise<AttackResult> {
  const tally = new Tally(port)
  const until = performance.now() + ms
  const connections = await openMany(port, 500, tally)
  tally.sent = connections.length
  await drip(connections, textOf({ path: LINKS, key: keys[0], headers: { 'x-filler': 'a'.repeat(4000) } }), until)
  return finish(connections, tally)
}

export async function slowBodies({ port, keys }: AttackTarget, ms: number): Promise<AttackResult> {
  const tally = new Tally(port)
  const until = performance.now() + ms
  const connections = await openMany(port, 300, tally)
  tally.sent = connections.length
  const body = JSON.stringify({ address: 'a'.repeat(4000) })
  connections.forEach(({ socket }, i) => {
    socket.write(textOf({ method: 'POST', path: LINKS, key: pick(keys, i), body }).slice(0, -body.length))
  })
  await drip(connections, body, until)
  return finish(connections, tally)
}

/** Connections that send nothing. */
export async function silentConnections({ port }: AttackTarget, ms: number): Promise<AttackResult> {
  const tally = new Tally(port)
  const until = performance.now() + ms
  const connections = await openMany(port, 500, tally)
  tally.sent = connections.length
  while (performance.now() < until && connections.some(({ isClosed }) => !isClosed)) await sleep(250)
  return finish(connections, tally)
}

/** Together longer than the network's buffers, which hold about ten megabytes for a reader that does not read. */
const UNREAD_REQUESTS = 150

/** Asks for long lists, many in one write, and never reads. The server must neither pile them up nor wait forever. */
export async function neverRead({ port, keys, longList }: AttackTarget, ms: number): Promise<AttackResult> {
  const tally = new Tally(port)
  const until = performance.now() + ms
  const connections = await openMany(port, 60, tally)
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
  for (const connection of connections) connection.close()
  return tally.result()
}

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
async function readOneSlowly(port: number, until: number, tally: Tally): Promise<Connection | undefined> {
  const connection = await Connection.open(port, (socket) => socket.pause()).catch(() => undefined)
  if (!connection) {
    tally.dropped += 1
    return undefined
  }
  connection.socket.removeAllListeners('data')
  readSlowly(connection, until)
  return connection
}

export async function slowExportReaders(target: AttackTarget, ms: number): Promise<AttackResult> {
  const { port, keys, exports } = target
  const tally = new Tally(port)
  const until = performance.now() + ms
  const connections: Connection[] = []
  for (let i = 0; i < 100; i++) {
    const connection = await readOneSlowly(port, until, tally)
    if (!connection) continue
    connections.push(connection)
    tally.sent += 1
    connection.socket.write(textOf({ path: `/api/v1/exports/${pick(exports, i)}`, key: pick(keys, i) }))
  }
  while (performance.now() < until) await sleep(250)
  for (const connection of connections) connection.close()
  return tally.result()
}

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
export async function slowStreamReaders({ port, keys }: AttackTarget, ms: number): Promise<AttackResult> {
  const tally = new Tally(port)
  const until = performance.now() + ms
  const connections: Connection[] = []
  await Promise.all(
    keys.slice(0, 100).map(async (key) => {
      const connection = await readOneSlowly(port, until, tally)
      if (!connection) return
      connections.push(connection)
      tally.sent += 1
      await sendLines(connection, key, until)
    }),
  )
  for (const connection of connections) connection.close()
  return tally.result()
}

// Serves the PostgreSQL protocol for several connections on the one session of the engine.
//
// The engine runs one statement at a time in one session. A connection therefore gets the engine for a whole cycle (a
// simple query, or everything up to a Sync) and, while a transaction is open, until its end. Anything finer would mix the
// unnamed statements of two connections.
import { createServer } from 'node:net'

/** @typedef {import('node:net').Socket} Socket */
/** @typedef {{ execProtocolRawStream: (message: Uint8Array, options: { syncToFs: boolean, onRawData: (data: Uint8Array) => void }) => Promise<void>, isInTransaction: () => boolean }} EngineSession */
/** @typedef {{ socket: Socket, received: Buffer[], receivedBytes: number, neededBytes: number, started: boolean, cycles: Buffer[], closed: boolean }} Connection */

const QUERY = 0x51
const SYNC = 0x53
const TERMINATE = 0x58
const SSL_REQUEST = 80877103
const CANCEL_REQUEST = 80877102
const ROLLBACK = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1')

/**
 * @param {EngineSession} db
 * @param {string} path
 * @returns {Promise<{ stop(): Promise<void> }>}
 */
export async function serveSocket(db, path) {
  /** @type {Set<Connection>} */
  const connections = new Set()
  /** Connections with a complete cycle, in the order of its arrival. @type {Connection[]} */
  const waiting = []
  /** The connection with the open transaction. @type {Connection | undefined} */
  let owner
  let running = false

  const server = createServer((socket) => {
    const connection = newConnection(socket)
    connections.add(connection)
    socket.on('data', (data) => {
      if (connection.closed) return
      connection.received.push(data)
      connection.receivedBytes += data.length
      const before = connection.cycles.length
      if (!readCycles(connection)) return socket.destroy()
      if (before === 0 && connection.cycles.length > 0) waiting.push(connection)
      void pump()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      connection.closed = true
      connections.delete(connection)
      void pump()
    })
  })

  /** Runs cycles until none can run: no connection waits, or the owner has not sent its next one. */
  async function pump() {
    if (running) return
    running = true
    for (;;) {
      if (owner?.closed) {
        await run(ROLLBACK, undefined)
        owner = undefined
      }
      const next = owner ? waiting.indexOf(owner) : waiting.findIndex((connection) => !connection.closed)
      if (next < 0) break
      const [connection] = /** @type {[Connection]} */ (waiting.splice(next, 1))
      await run(/** @type {Buffer} */ (connection.cycles.shift()), connection)
      if (connection.cycles.length > 0) waiting.push(connection)
      owner = db.isInTransaction() ? connection : undefined
      // Lets the sockets be read and written between two cycles.
      await new Promise((resolve) => setImmediate(resolve))
    }
    running = false
  }

  /**
   * @param {Buffer} cycle
   * @param {Connection | undefined} connection
   */
  async function run(cycle, connection) {
    const onRawData = (/** @type {Uint8Array} */ data) => {
      // A copy, because the engine reuses its buffer.
      if (connection && !connection.closed && data.length > 0) connection.socket.write(Buffer.from(data))
    }
    try {
      await db.execProtocolRawStream(cycle, { syncToFs: false, onRawData })
    } catch {
      // Only a broken startup message gets here; a failed statement is an ordinary response.
      connection?.socket.destroy()
    }
  }

  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(undefined))
  })
  return {
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const { socket } of connections) socket.destroy()
      await closed
    },
  }
}

/**
 * @param {Socket} socket
 * @returns {Connection}
 */
function newConnection(socket) {
  return { socket, received: [], receivedBytes: 0, neededBytes: 8, started: false, cycles: [], closed: false }
}

/**
 * Moves complete cycles from the received bytes to `cycles`. False when the client asks to close.
 * @param {Connection} connection
 */
function readCycles(connection) {
  // A long message arrives in many parts; joining them once keeps this linear.
  if (connection.receivedBytes < connection.neededBytes) return true
  const bytes = Buffer.concat(connection.received)
  let start = 0
  let at = 0
  let end = 0
  for (;;) {
    const header = connection.started ? 5 : 8
    end = at + header
    if (end > bytes.length) break
    end = at + (connection.started ? 1 + bytes.readInt32BE(at + 1) : bytes.readInt32BE(at))
    const type = connection.started ? /** @type {number} */ (bytes[at]) : bytes.readInt32BE(at + 4)
    if (type === TERMINATE || type === CANCEL_REQUEST) return false
    if (end > bytes.length) break
    at = end
    if (type === SSL_REQUEST) {
      connection.socket.write('N')
      start = at
    } else if (!connection.started || type === QUERY || type === SYNC) {
      connection.started = true
      connection.cycles.push(bytes.subarray(start, at))
      start = at
    }
  }
  const rest = bytes.subarray(start)
  connection.received = rest.length > 0 ? [rest] : []
  connection.receivedBytes = rest.length
  connection.neededBytes = end - start
  return true
}

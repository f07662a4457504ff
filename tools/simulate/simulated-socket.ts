// The network between a node and the database: latency, and connections that break at a bad moment.
import { EventEmitter } from 'node:events'
import type { Owner, VirtualTime } from './virtual-time.ts'

const QUERY = 0x51
const SYNC = 0x53
const TERMINATE = 0x58
/** AuthenticationOk, BackendKeyData and ReadyForQuery. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0K\0\0\0\x0c\0\0\0\x01\0\0\0\x01Z\0\0\0\x05I', 'latin1')

export interface Server {
  /** False while the database is down. */
  readonly isUp: boolean
  /** Virtual milliseconds for one way. */
  latency(owner: Owner | undefined): number
  received(socket: SimulatedSocket): void
  closed(socket: SimulatedSocket): void
}

/** As much of a TCP socket as the driver uses. A cycle is a simple query, or everything up to a Sync. */
export class SimulatedSocket extends EventEmitter {
  readonly cycles: Buffer[] = []
  readonly owner: Owner | undefined
  readonly #time: VirtualTime
  readonly #server: Server
  #pending: Buffer = Buffer.alloc(0)
  #isStarted = false
  #lastArrivalMs = 0
  writable = true
  /** By either side. */
  isClosed = false

  constructor(time: VirtualTime, server: Server, owner: Owner | undefined) {
    super()
    this.#time = time
    this.#server = server
    this.owner = owner
  }

  connect(): void {
    this.#send(() => {
      if (this.#server.isUp) this.emit('connect')
      else this.break('ECONNREFUSED')
    })
  }

  write(bytes: Buffer, done?: () => void): boolean {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    if (!this.#isStarted) {
      this.#isStarted = true
      this.#pending = Buffer.alloc(0)
      this.#send(() => this.deliver(WELCOME))
    } else this.#readCycles()
    done?.()
    return true
  }

  /** The driver writes whole messages. */
  #readCycles(): void {
    for (let at = 0; at + 5 <= this.#pending.length; ) {
      const type = this.#pending[at]
      at += 1 + this.#pending.readInt32BE(at + 1)
      if (type === TERMINATE) this.end()
      if (type !== QUERY && type !== SYNC) continue
      const cycle = this.#pending.subarray(0, at)
      this.#pending = this.#pending.subarray(at)
      at = 0
      this.#send(() => {
        if (this.isClosed) return
        this.cycles.push(cycle)
        this.#server.received(this)
      })
    }
  }

  /** In order, after the latency of the network. */
  #send(arrive: () => void): void {
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, this.#time.nowMs + this.#server.latency(this.owner))
    this.#time.after(this.#lastArrivalMs - this.#time.nowMs, arrive, this.owner)
  }

  /** From the server to the driver. */
  deliver(bytes: Buffer): void {
    if (!this.isClosed) this.#send(() => this.isClosed || this.emit('data', bytes))
  }

  /** Both sides lose the connection; the driver notices a moment later. */
  break(code = 'ECONNRESET', afterMs = 0): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#server.closed(this)
    this.#time.after(
      afterMs + this.#server.latency(this.owner),
      () => {
        this.writable = false
        this.emit('error', Object.assign(new Error(`simulated: ${code}`), { code }))
        this.emit('close')
      },
      this.owner,
    )
  }

  end(): void {
    this.writable = false
    if (this.isClosed) return
    this.isClosed = true
    this.#server.closed(this)
    this.#time.after(0, () => this.emit('close'), this.owner)
  }

  destroy(): void {
    this.end()
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
  cork(): void {}
  uncork(): void {}
}

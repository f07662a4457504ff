// One database for all simulated nodes: the real engine, in memory, behind a network that fails.
import { createHash } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Random } from '../shared/random.ts'
import type { Server } from './simulated-socket.ts'
import { SimulatedSocket } from './simulated-socket.ts'
import type { Owner, VirtualTime } from './virtual-time.ts'

/** What a sabotage changes in the statements of the nodes. */
export interface Edit {
  readonly find: string
  readonly replace: string
}

const PARSE = 0x50
const PARSE_COMPLETE = 0x31
const ROLLBACK = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1')
const CONFLICT = "do $$ begin raise exception 'simulated conflict' using errcode = '40001'; end $$"
const TRACE_LINES = 40
const FAULTS = ['lost before', 'lost after', 'hang', 'conflict'] as const
const MAX_HANG_MS = 20_000

export class SimulatedDatabase implements Server {
  readonly #engine: PGlite
  readonly #time: VirtualTime
  readonly #random: Random
  readonly #hash = createHash('sha256')
  readonly #sockets = new Set<SimulatedSocket>()
  readonly #waiting: SimulatedSocket[] = []
  readonly #last: string[] = []
  /** The statements that the engine has planned, by their text and the types of their parameters. */
  readonly #planned = new Map<string, string>()
  /** The connection with the open transaction: the engine has one session, so the others wait. */
  #session: SimulatedSocket | undefined
  isUp = true
  /** How likely a statement of a node fails. */
  faultRate = 0
  queries = 0
  readonly faults = new Map<string, number>()
  edits = 0

  constructor(engine: PGlite, time: VirtualTime, random: Random) {
    this.#engine = engine
    this.#time = time
    this.#random = random
  }

  /** A pool of a node. Without an owner: the observer's, which has no latency and no faults. */
  pool(owner: Owner | undefined, config: pg.PoolConfig, edit?: Edit): pg.Pool {
    const database = this
    class Client extends pg.Client {
      // biome-ignore lint/suspicious/noExplicitAny: the driver has many overloads
      override query(query: any, ...rest: any[]): any {
        if (typeof query === 'string') return super.query(database.#edited(query, edit), ...rest)
        return super.query({ ...query, text: database.#edited(query.text, edit) }, ...rest)
      }
    }
    const stream = () => {
      const socket = new SimulatedSocket(this.#time, this, owner)
      this.#sockets.add(socket)
      return socket
    }
    const pool = new pg.Pool({ ...config, Client, stream } as unknown as pg.PoolConfig)
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }

  #edited(text: string, edit: Edit | undefined): string {
    if (!edit || !text.includes(edit.find)) return text
    this.edits += 1
    return text.replace(edit.find, edit.replace)
  }

  latency(owner: Owner | undefined): number {
    if (!owner) return 0
    const isSlow = this.#time.nowMs < owner.slowUntilMs
    return 0.2 + this.#random.next() * (this.#random.chance(0.02) ? 200 : isSlow ? 60 : 3)
  }

  received(socket: SimulatedSocket): void {
    if (!this.#waiting.includes(socket)) this.#waiting.push(socket)
    this.#pump()
  }

  closed(socket: SimulatedSocket): void {
    this.#sockets.delete(socket)
    const at = this.#waiting.indexOf(socket)
    if (at >= 0) this.#waiting.splice(at, 1)
    if (this.#session !== socket) return
    this.#session = undefined
    this.#engine.execProtocolRawSync(ROLLBACK)
    this.#time.after(0, () => this.#pump(), undefined)
  }

  #pump(): void {
    for (;;) {
      const at = this.#session ? this.#waiting.indexOf(this.#session) : 0
      const socket = this.#waiting[at]
      if (!socket) return
      this.#waiting.splice(at, 1)
      this.#execute(socket, socket.cycles.shift()!)
      if (socket.cycles.length > 0 && !socket.isClosed) this.#waiting.push(socket)
    }
  }

  #execute(socket: SimulatedSocket, cycle: Buffer): void {
    this.queries += 1
    const fault = socket.owner && this.#random.chance(this.faultRate) ? this.#random.pick(FAULTS) : undefined
    if (fault) this.#count(fault)
    this.note(`${String((socket.owner as { name?: string } | undefined)?.name ?? 'observer')} ${fault ?? ''}`, cycle)
    if (fault === 'lost before') {
      socket.break()
      return
    }
    const bytes = fault === 'conflict' ? this.#run(simple(CONFLICT)) : this.#runPlanned(cycle)
    this.#session = isIdle(bytes) ? undefined : socket
    this.#hash.update(bytes)
    const hangMs = this.#random.next() * MAX_HANG_MS
    if (fault === 'lost after') socket.break()
    else if (fault !== 'hang') socket.deliver(bytes)
    else if (this.#random.chance(0.5)) this.#time.after(hangMs, () => socket.deliver(bytes), socket.owner)
    else this.#time.after(hangMs, () => socket.break(), undefined)
  }

  #run(bytes: Buffer): Buffer {
    return Buffer.from(this.#engine.execProtocolRawSync(bytes))
  }

  /** Planning a statement takes longer than running it, so a text is parsed once, under a name, for all connections. */
  #runPlanned(cycle: Buffer): Buffer {
    if (cycle[0] !== PARSE || cycle[5] !== 0) return this.#run(cycle)
    const end = 1 + cycle.readInt32BE(1)
    const text = cycle.toString('latin1', 6, end)
    const known = this.#planned.get(text)
    if (known) return this.#run(named(cycle.subarray(end), 6, known))
    const name = `s${this.#planned.size}`
    const bytes = this.#run(
      Buffer.concat([named(cycle.subarray(0, end), 5, name), named(cycle.subarray(end), 6, name)]),
    )
    if (bytes[0] === PARSE_COMPLETE) this.#planned.set(text, name)
    return bytes
  }

  #count(fault: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
  }

  /** Adds a line to the trace. */
  note(what: string, bytes: Buffer = Buffer.alloc(0)): void {
    this.#hash.update(`${this.#time.nowMs} ${what}`).update(bytes)
    const text = bytes
      .subarray(0, 160)
      .toString('latin1')
      .replace(/[^ -~]+/g, ' ')
    this.#last.push(`${new Date(this.#time.nowMs).toISOString()} ${what} ${text}`)
    if (this.#last.length > TRACE_LINES) this.#last.shift()
  }

  get lastLines(): readonly string[] {
    return this.#last
  }

  /** The trace so far: every statement, its time and its result. */
  hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16)
  }

  /** Breaks every connection of a node, or of all nodes. */
  disconnect(owner?: Owner): void {
    for (const socket of [...this.#sockets]) if (socket.owner && (!owner || socket.owner === owner)) socket.break()
  }

  goDown(): void {
    this.#count('outage')
    this.isUp = false
    this.disconnect()
  }
}

/** The last message is ReadyForQuery with the state of the transaction. */
const isIdle = (bytes: Buffer): boolean => bytes.at(-1) === 0x49

/** Messages whose first has an empty name at a position, with a name there. */
function named(messages: Buffer, at: number, name: string): Buffer {
  const bytes = Buffer.concat([messages.subarray(0, at), Buffer.from(name), messages.subarray(at)])
  bytes.writeInt32BE(messages.readInt32BE(1) + name.length, 1)
  return bytes
}

function simple(text: string): Buffer {
  const body = Buffer.from(`Q....${text}\0`, 'latin1')
  body.writeInt32BE(body.length - 1, 1)
  return body
}

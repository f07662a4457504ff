// Clients that write and read the same listings at several nodes, with a history of each listing.
import { Fault } from '../../src/kernel/fault.ts'
import type { Operation } from './histories.ts'
import { addressOf, readValue } from './histories.ts'
import type { SimulatedNode } from './simulated-node.ts'
import type { Simulation } from './simulation.ts'

/** Long enough for a write at another node. */
const SLOW_MS = 300
/** A longer history takes long to check. */
const MAX_OPERATIONS = 40

/** A store answered, refused, or failed in a way that leaves open whether it happened. */
export function outcomeOf(error: unknown): 'refused' | 'unknown' {
  const isOpen = error instanceof Fault && /may or may not/.test(error.message)
  return isOpen ? 'unknown' : 'refused'
}

export class Writers {
  readonly #simulation: Simulation
  readonly #histories: Map<string, Operation[]>
  #value = 0

  constructor(simulation: Simulation, histories: Map<string, Operation[]>) {
    this.#simulation = simulation
    this.#histories = histories
  }

  /** On a new listing, and on the same one when it is stored: then they overwrite what others have read. */
  together(): void {
    const key = `h${this.#histories.size}`
    this.#histories.set(key, [])
    this.#operateOn(key, 5, 20)
    this.#simulation.time.after(500, () => this.#operateOn(key, 14, 80), undefined)
  }

  /** Before a slow node stores links that it computed: a link must not be written over the one of a newer address. */
  whileRelinking(node: SimulatedNode): void {
    node.slowUntilMs = this.#simulation.time.nowMs + SLOW_MS
    const keys = [...this.#histories.keys()].filter((key) => this.#histories.get(key)!.length < MAX_OPERATIONS)
    for (const key of keys.slice(-3)) this.#operateOn(key, 2, SLOW_MS / 5)
  }

  #operateOn(key: string, count: number, withinMs: number): void {
    const { time, random } = this.#simulation
    const operations = this.#histories.get(key)!
    for (let i = 0; i < count; i++)
      time.after(random.next() * withinMs, () => this.#operate(key, operations), undefined)
  }

  #operate(key: string, operations: Operation[]): void {
    const { time, random, accountId } = this.#simulation
    const node = this.#simulation.anyNode()
    if (!node) return
    const kind = random.pick(['write', 'write', 'write', 'write', 'remove', 'read'] as const)
    const value = ++this.#value
    const operation: Operation = { kind, value, callMs: time.nowMs, returnMs: Number.POSITIVE_INFINITY }
    const owner = { accountId, dataset: 'production' as const }
    const ask = async (): Promise<Operation['answer']> => {
      if (kind === 'remove') return node.listings.remove(owner, key)
      if (kind === 'read') return readValue((await node.listings.get(owner, key))?.listing)
      const input = { key, address: addressOf(value), hints: {}, status: null, feed: null }
      const [result] = await node.listings.upsertMany(owner, [{ ...input, attributes: { v: value } }], {
        storedLimit: 10_000,
      })
      if (!result || 'fault' in result) throw new Error(`refused: ${JSON.stringify(result)}`)
      return (result as { change: 'created' }).change
    }
    operations.push(operation)
    time.as(node, () => {
      ask().then(
        (answer) => Object.assign(operation, { answer, returnMs: time.nowMs }),
        (error) => {
          // What was refused has not happened.
          if (outcomeOf(error) === 'refused') operations.splice(operations.indexOf(operation), 1)
        },
      )
    })
  }
}

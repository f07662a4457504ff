// Virtual time: while it is installed, the clock, timers and random bytes of this process come from one seed.
import crypto from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { Random } from '../shared/random.ts'

/** A node, whose timers end with it. */
export interface Owner {
  readonly isStopped: boolean
  /** Until then its network is slow. */
  readonly slowUntilMs: number
}

interface Task {
  readonly atMs: number
  readonly order: number
  readonly owner: Owner | undefined
  run: (() => void) | undefined
}

const RealDate = Date
const realImmediate = setImmediate

/** What is replaced: an object and its properties. */
type Patch = readonly [target: object, values: Readonly<Record<string, unknown>>]

export class VirtualTime {
  nowMs: number
  #tasks: Task[] = []
  #order = 0
  /** The node whose code runs now. */
  #current: Owner | undefined
  #undo: (() => void)[] = []

  constructor(startMs: number) {
    this.nowMs = startMs
  }

  /** Tasks of a node that has stopped never run. Those of the same moment run in the order of the calls. */
  after(ms: number, run: () => void, owner = this.#current): Task {
    const task: Task = { atMs: this.nowMs + Math.max(0, ms), order: this.#order++, owner, run }
    let [low, high] = [0, this.#tasks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#tasks[middle]!.atMs > task.atMs) high = middle
      else low = middle + 1
    }
    this.#tasks.splice(low, 0, task)
    return task
  }

  /** Runs code as a node's own. */
  as<T>(owner: Owner | undefined, run: () => T): T {
    const before = this.#current
    this.#current = owner
    try {
      return run()
    } finally {
      this.#current = before
    }
  }

  sleep(ms: number, owner?: Owner): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve, owner))
  }

  /** Runs the tasks up to a time, and sets the clock to it. */
  async runUntil(endMs: number): Promise<void> {
    await this.#settle()
    while (this.#tasks[0] && this.#tasks[0].atMs <= endMs) await this.#runNext()
    this.nowMs = Math.max(this.nowMs, endMs)
  }

  /** Runs tasks until the promise settles. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    promise.then(done, done)
    await this.#settle()
    while (!isDone) {
      if (this.#tasks.length === 0) throw new Error('deadlock: nothing is scheduled that could end the wait')
      await this.#runNext()
    }
    return promise
  }

  async #runNext(): Promise<void> {
    const task = this.#tasks.shift()!
    this.nowMs = Math.max(this.nowMs, task.atMs)
    const { run } = task
    if (!run || task.owner?.isStopped) return
    task.run = undefined
    // Everything that follows until the next task is this node's.
    this.#current = task.owner
    run()
    await this.#settle()
    this.#current = undefined
  }

  /** Promises and ticks run until none is left: nothing waits for the real time, so the order is always the same. */
  #settle(): Promise<void> {
    return new Promise((resolve) => realImmediate(resolve))
  }

  install(seed: number): void {
    const random = Random.mixed(seed)
    for (const [target, values] of [...this.#timePatches(), ...randomPatches(random), READS_AT_ONCE]) {
      const before = Object.getOwnPropertyDescriptors(target)
      for (const [name, value] of Object.entries(values)) {
        Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true })
        const old = before[name]
        this.#undo.push(() => (old ? Object.defineProperty(target, name, old) : Reflect.deleteProperty(target, name)))
      }
    }
    syncBuiltinESMExports()
  }

  uninstall(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo()
    syncBuiltinESMExports()
  }

  #timePatches(): Patch[] {
    const time = this
    const start = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => this.#timer(ms, () => run(...args))
    const repeat = (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      this.#interval(ms, () => run(...args))
    const clear = (timer: { task?: Task } | null | undefined) => {
      if (timer?.task) timer.task.run = undefined
    }
    class VirtualDate extends RealDate {
      constructor(...args: []) {
        super(...(args.length === 0 ? ([Math.floor(time.nowMs)] as unknown as []) : args))
      }
      static override now = () => Math.floor(time.nowMs)
      static override [Symbol.hasInstance](value: unknown): boolean {
        return Object.prototype.toString.call(value) === '[object Date]'
      }
    }
    const now = () => time.nowMs
    return [
      [
        globalThis,
        {
          ...{ Date: VirtualDate, setTimeout: start, setInterval: repeat },
          setImmediate: (run: () => void, ...args: unknown[]) => start(run, 0, ...args),
          ...{ clearTimeout: clear, clearInterval: clear, clearImmediate: clear },
        },
      ],
      [performance, { now }],
      [
        timers,
        {
          setTimeout: (ms: number, value: unknown, options?: { signal?: AbortSignal }) =>
            this.#pause(ms, value, options),
          setImmediate: (value: unknown) => this.#pause(0, value),
        },
      ],
    ]
  }

  #timer(ms: number, run: () => void) {
    const timer = { task: this.after(ms, run), ref: () => timer, unref: () => timer, hasRef: () => true }
    return timer
  }

  #interval(ms: number, run: () => void) {
    const again = () => {
      timer.task = this.after(ms, again)
      run()
    }
    const timer = this.#timer(ms, again)
    return timer
  }

  #pause(ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const task = this.after(ms, () => resolve(value))
      const abort = () => {
        task.run = undefined
        reject(new DOMException('The operation was aborted', 'AbortError'))
      }
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  }
}

/** A disk takes real time. */
const READS_AT_ONCE: Patch = [
  files,
  {
    readdir: async (folder: string) => readdirSync(folder),
    readFile: async (file: string, encoding?: 'utf8') => readFileSync(file, encoding),
  },
]

/** Ids, secrets and jitter: they decide the order of rows. */
function randomPatches(random: Random): Patch[] {
  const fill = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let i = 0; i < bytes.length; i++) bytes[i] = random.below(256)
    return view
  }
  const randomBytes = (size: number) => fill(Buffer.alloc(size))
  return [
    [Math, { random: () => random.next() }],
    [globalThis.crypto, { getRandomValues: fill }],
    [
      crypto,
      { randomBytes, randomFillSync: fill, randomInt: (min: number, max: number) => random.between(min, max - 1) },
    ],
  ]
}

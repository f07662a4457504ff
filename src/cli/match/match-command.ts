// `plinth match`: queries in, answers out, line by line in order; no server, no database, flat memory.

import { Readable } from 'node:stream'
import { createMatcher } from '../../matcher/matcher.ts'
import { wholeLines } from './byte-lines.ts'
import { readBuildings } from './match-buildings.ts'
import type { Answers, Hints } from './match-lines.ts'
import { answerLines } from './match-lines.ts'
import type { Answerer } from './match-threads.ts'
import { startThreads } from './match-threads.ts'

export interface MatchOptions {
  /** NDJSON file of buildings, plain or gzip. */
  readonly buildings: string
  readonly threads?: number
  /** `none` ignores everything but the text. */
  readonly hints?: Hints
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

const EXIT_OK = 0
const EXIT_USAGE = 2

/** The output with its end: whoever reads it may leave at any time (`plinth match … | head`). */
class Outlet {
  readonly #output: NodeJS.WritableStream
  #error: Error | null = null
  #wake = (): void => undefined

  constructor(output: NodeJS.WritableStream) {
    this.#output = output
    output.on('error', (error: Error) => {
      this.#error = error
      this.#wake()
    })
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#error && !this.#output.write(bytes))
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        this.#output.once('drain', resolve)
      })
    if (this.#error) throw this.#error
  }
}

const shown = (count: number): string => Math.round(count).toLocaleString('en-CA')
const secondsSince = (startMs: number): number => Math.max((performance.now() - startMs) / 1000, 0.001)

/** What was done and how fast, on a terminal while it runs and once at the end; reading the buildings is told apart. */
class Meter {
  readonly #errors: NodeJS.WritableStream
  readonly #onTerminal: boolean
  readonly #begunMs = performance.now()
  #readyMs = this.#begunMs
  #shownMs = this.#begunMs
  #count = 0

  constructor(errors: NodeJS.WritableStream) {
    this.#errors = errors
    this.#onTerminal = (errors as NodeJS.WriteStream).isTTY === true
  }

  ready(): void {
    this.#readyMs = performance.now()
  }

  #said(): string {
    const seconds = secondsSince(this.#readyMs)
    return `${shown(this.#count)} queries in ${seconds.toFixed(1)} s, ${shown(this.#count / seconds)} a second`
  }

  add(queries: number): void {
    this.#count += queries
    if (!this.#onTerminal || performance.now() - this.#shownMs < 200) return
    this.#shownMs = performance.now()
    this.#errors.write(`\r${this.#said()}`)
  }

  end(): void {
    const index = ((this.#readyMs - this.#begunMs) / 1000).toFixed(1)
    this.#errors.write(`${this.#onTerminal ? '\r' : ''}${this.#said()}, after ${index} s for the buildings\n`)
  }
}

async function answerHere(file: string, hints: Hints, report: (message: string) => void): Promise<Answerer> {
  const matcher = createMatcher(await readBuildings(file, report))
  return { atOnce: 1, answer: (piece) => answerLines(matcher, piece, hints), close: async () => undefined }
}

/** Resolves to the exit code. */
export async function runMatch({ buildings, threads = 1, hints = 'all', ...streams }: MatchOptions): Promise<number> {
  const { input, output, errors } = streams
  const meter = new Meter(errors)
  const outlet = new Outlet(output)
  const report = (message: string) => errors.write(`${message}\n`)
  let answerer: Answerer | undefined
  try {
    const start = threads > 1 ? startThreads.bind(null, Math.trunc(threads)) : answerHere
    answerer = await start(buildings, hints, report)
    meter.ready()
    const { answer, atOnce } = answerer
    // in order, and each as soon as it is there: a slow input is answered while it comes
    const answers: AsyncIterable<Answers> = Readable.from(wholeLines(input)).map(answer, { concurrency: atOnce })
    for await (const { bytes, count } of answers) {
      await outlet.write(bytes)
      meter.add(count)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT_OK
    errors.write(`plinth match: ${(error as Error).message}\n`)
    return EXIT_USAGE
  } finally {
    await answerer?.close()
  }
  // the caller may exit at once: by then everything must have been handed over
  await new Promise<void>((resolve) => output.write('', () => resolve()))
  meter.end()
  return EXIT_OK
}

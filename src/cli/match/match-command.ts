// plinth match: matches a stream of queries against a file of buildings, in constant memory.
import { Readable } from 'node:stream'
import { loadModel } from '../../app/model-file.ts'
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import { createMatcher } from '../../matcher/matcher.ts'
import { lineChunks } from './line-chunks.ts'
import { readBuildings } from './match-buildings.ts'
import type { LineOptions, MatchedChunk } from './match-lines.ts'
import { matchChunk } from './match-lines.ts'
import type { ChunkMatcher, ChunkOptions } from './match-threads.ts'
import { startThreads } from './match-threads.ts'

export interface MatchOptions extends Partial<LineOptions> {
  /** NDJSON file of buildings, plain or gzip. */
  readonly buildings: string
  /** Model file; the built-in model without one. */
  readonly model?: string | undefined
  /** Folder with more lists of real streets. */
  readonly streets?: string | undefined
  readonly threads?: number
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

const EXIT_OK = 0
const EXIT_USAGE = 2

/** Output whose reader may close it at any time (`plinth match … | head`). */
class Output {
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

const formatCount = (count: number): string => Math.round(count).toLocaleString('en-CA')
const secondsSince = (startMs: number): number => Math.max((performance.now() - startMs) / 1000, 0.001)

/** Reports throughput: continuously on a terminal, and once at the end. */
class ThroughputReport {
  readonly #errors: NodeJS.WritableStream
  readonly #onTerminal: boolean
  readonly #startMs = performance.now()
  #readyMs = this.#startMs
  #lastReportMs = this.#startMs
  #count = 0

  constructor(errors: NodeJS.WritableStream) {
    this.#errors = errors
    this.#onTerminal = (errors as NodeJS.WriteStream).isTTY === true
  }

  ready(): void {
    this.#readyMs = performance.now()
  }

  #summary(): string {
    const seconds = secondsSince(this.#readyMs)
    return `${formatCount(this.#count)} queries in ${seconds.toFixed(1)} s, ${formatCount(this.#count / seconds)} per second`
  }

  add(queries: number): void {
    this.#count += queries
    if (!this.#onTerminal || performance.now() - this.#lastReportMs < 200) return
    this.#lastReportMs = performance.now()
    this.#errors.write(`\r${this.#summary()}`)
  }

  end(): void {
    const index = ((this.#readyMs - this.#startMs) / 1000).toFixed(1)
    this.#errors.write(`${this.#onTerminal ? '\r' : ''}${this.#summary()}, plus ${index} s to load the buildings\n`)
  }
}

async function onThisThread(
  file: string,
  options: ChunkOptions,
  report: (message: string) => void,
): Promise<ChunkMatcher> {
  const matcher = createMatcher(await readBuildings(file, report), {
    model: options.model,
    streets: loadStreets(options.streets),
  })
  return { concurrency: 1, match: (chunk) => matchChunk(matcher, chunk, options), close: async () => undefined }
}

/** Resolves to the exit code. */
export async function runMatch({ buildings, threads = 1, ...rest }: MatchOptions): Promise<number> {
  const { input, output, errors, hints = 'all', details = false } = rest
  const { model } = loadModel(rest.model)
  const throughput = new ThroughputReport(errors)
  const writer = new Output(output)
  const report = (message: string) => errors.write(`${message}\n`)
  let chunks: ChunkMatcher | undefined
  try {
    const start = threads > 1 ? startThreads.bind(null, Math.trunc(threads)) : onThisThread
    chunks = await start(buildings, { hints, details, model, streets: rest.streets }, report)
    throughput.ready()
    const { match, concurrency } = chunks
    // map() keeps the order and emits each chunk as soon as it is ready, so a slow input gets results while it runs.
    const results: AsyncIterable<MatchedChunk> = Readable.from(lineChunks(input)).map(match, { concurrency })
    for await (const { bytes, count } of results) {
      await writer.write(bytes)
      throughput.add(count)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT_OK
    errors.write(`plinth match: ${(error as Error).message}\n`)
    return EXIT_USAGE
  } finally {
    await chunks?.close()
  }
  // The caller may exit immediately, so wait until the output is flushed.
  await new Promise<void>((resolve) => output.write('', () => resolve()))
  throughput.end()
  return EXIT_OK
}

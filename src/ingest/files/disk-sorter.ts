// Sorts any number of short texts on disk, in bounded memory.
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LineSplitter } from '../../kernel/lines.ts'

/** Characters per sorted run. Sorting this many takes about 20 ms, in which nothing else runs. */
const RUN_LENGTH = 4 * 1024 * 1024
/** More runs are first merged into one, so that few files are open at once. */
const MAX_RUNS = 256
const READ_BYTES = 64 * 1024
const BATCH = 2000

/** The texts must not contain line ends. Without enough texts for a run, nothing is written. */
export class DiskSorter {
  readonly #folder: string
  readonly #runLength: number
  readonly #runs: string[] = []
  #texts: string[] = []
  #length = 0
  #files = 0

  /** Creates `folder` only when the texts do not fit in memory. `close` deletes it. */
  constructor(folder: string, runLength = RUN_LENGTH) {
    this.#folder = folder
    this.#runLength = runLength
  }

  /** Returns true when `flush` must be called before more is added. */
  add(text: string): boolean {
    this.#texts.push(text)
    this.#length += text.length + 1
    return this.#length >= this.#runLength
  }

  async flush(): Promise<void> {
    if (this.#texts.length === 0) return
    if (this.#files === 0) await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    if (this.#runs.length >= MAX_RUNS) await this.#mergeRuns()
    const file = this.#nextFile()
    const content = `${this.#texts.sort().join('\n')}\n`
    this.#texts = []
    this.#length = 0
    await writeFile(file, content, { mode: 0o600 })
    this.#runs.push(file)
  }

  /** All texts in order, in batches. */
  async *sorted(): AsyncGenerator<readonly string[]> {
    if (this.#runs.length === 0) {
      const texts = this.#texts.sort()
      this.#texts = []
      for (let at = 0; at < texts.length; at += BATCH) yield texts.slice(at, at + BATCH)
      return
    }
    await this.flush()
    yield* mergeFiles(this.#runs)
  }

  async close(): Promise<void> {
    this.#texts = []
    if (this.#files > 0) await rm(this.#folder, { recursive: true, force: true })
  }

  async #mergeRuns(): Promise<void> {
    const file = this.#nextFile()
    const handle = await open(file, 'w', 0o600)
    try {
      for await (const batch of mergeFiles(this.#runs)) await handle.write(`${batch.join('\n')}\n`)
    } finally {
      await handle.close()
    }
    for (const run of this.#runs.splice(0)) await rm(run, { force: true })
    this.#runs.push(file)
  }

  #nextFile(): string {
    return join(this.#folder, `run-${this.#files++}`)
  }
}

/** One sorted file, read a chunk at a time. */
class Run {
  #lines: readonly string[] = []
  #at = 0
  readonly #chunks: AsyncIterator<readonly string[]>

  constructor(file: string) {
    this.#chunks = linesOf(file)
  }

  get first(): string {
    return this.#lines[this.#at]!
  }

  /** Returns false when the next chunk must be read. */
  advance(): boolean {
    return ++this.#at < this.#lines.length
  }

  /** Returns false at the end of the file. */
  async read(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    this.#lines = done ? [] : value
    this.#at = 0
    return !done
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  const splitter = LineSplitter.text()
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: READ_BYTES })) {
    const lines = splitter.push(chunk as string) as string[]
    if (lines.length > 0) yield lines
  }
}

async function* mergeFiles(files: readonly string[]): AsyncGenerator<readonly string[]> {
  const runs = files.map((file) => new Run(file))
  try {
    const heap: Run[] = []
    for (const run of runs) if (await run.read()) heap.push(run)
    for (let at = heap.length >> 1; at >= 0; at--) siftDown(heap, at)
    let batch: string[] = []
    while (heap.length > 0) {
      const run = heap[0]!
      batch.push(run.first)
      if (batch.length >= BATCH) {
        yield batch
        batch = []
      }
      if (!run.advance() && !(await run.read())) {
        const last = heap.pop()!
        if (heap.length === 0) break
        heap[0] = last
      }
      siftDown(heap, 0)
    }
    if (batch.length > 0) yield batch
  } finally {
    for (const run of runs) await run.close()
  }
}

function siftDown(heap: Run[], start: number): void {
  let at = start
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) return
    if (child + 1 < heap.length && heap[child + 1]!.first < heap[child]!.first) child++
    const run = heap[at]!
    if (run.first <= heap[child]!.first) return
    heap[at] = heap[child]!
    heap[child] = run
    at = child
  }
}

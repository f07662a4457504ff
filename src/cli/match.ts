// `plinth match`: queries in, answers out, line by line in order; no server, no database, flat memory.

import { createReadStream } from 'node:fs'
import type { MatchBuilding } from '../matcher/matcher.ts'
import { createMatcher } from '../matcher/matcher.ts'
import { lineBatches } from './lines.ts'
import type { Hints } from './match-lines.ts'
import { answerLine, readBuilding } from './match-lines.ts'
import { startWorkers } from './match-threads.ts'

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

/** Buildings that cannot be read are reported and left out. */
export async function readBuildings(file: string, report: (message: string) => void): Promise<MatchBuilding[]> {
  const out: MatchBuilding[] = []
  let line = 0
  for await (const batch of lineBatches(createReadStream(file)))
    for (const row of batch) {
      line++
      try {
        out.push(readBuilding(row))
      } catch (error) {
        report(`${file}: building ${line}: ${(error as Error).message}, left out`)
      }
    }
  return out
}

async function write(output: NodeJS.WritableStream, text: string): Promise<void> {
  if (!output.write(text)) await new Promise<void>((resolve) => output.once('drain', () => resolve()))
}

/** Lines a second on a terminal while it runs, and once at the end. */
function meter(errors: NodeJS.WritableStream): { start(): void; add(lines: number): void; end(): void } {
  let started = performance.now()
  const onTerminal = (errors as NodeJS.WriteStream).isTTY === true
  let count = 0
  let shown = started
  const rate = (): string => {
    const seconds = Math.max((performance.now() - started) / 1000, 0.001)
    return `${count.toLocaleString('en-CA')} queries, ${Math.round(count / seconds).toLocaleString('en-CA')} a second`
  }
  return {
    start() {
      started = performance.now()
    },
    add(lines) {
      count += lines
      if (!onTerminal || performance.now() - shown < 200) return
      shown = performance.now()
      errors.write(`\r${rate()}`)
    },
    end() {
      errors.write(`${onTerminal ? '\r' : ''}${rate()}\n`)
    },
  }
}

/** Answers batches in order on this thread. */
async function* answerHere(options: MatchOptions, ready: () => void): AsyncGenerator<{ text: string; lines: number }> {
  const buildings = await readBuildings(options.buildings, (message) => options.errors.write(`${message}\n`))
  const matcher = createMatcher(buildings)
  ready()
  for await (const batch of lineBatches(options.input)) {
    let text = ''
    for (const line of batch) text += `${answerLine(matcher, line, options.hints ?? 'all')}\n`
    yield { text, lines: batch.length }
  }
}

/** Resolves to the exit code. */
export async function runMatch(options: MatchOptions): Promise<number> {
  const threads = Math.max(1, Math.trunc(options.threads ?? 1))
  const progress = meter(options.errors)
  try {
    const answers = threads > 1 ? startWorkers({ ...options, threads }) : answerHere(options, progress.start)
    for await (const { text, lines } of answers) {
      await write(options.output, text)
      progress.add(lines)
    }
  } catch (error) {
    options.errors.write(`plinth match: ${(error as Error).message}\n`)
    return EXIT_USAGE
  }
  // the caller may exit at once: by then everything must have been handed over
  await new Promise<void>((resolve) => options.output.write('', () => resolve()))
  progress.end()
  return EXIT_OK
}

// `plinth match`: queries in, answers out, line by line in order; no server, no database, flat memory.

import { createReadStream } from 'node:fs'
import type { MatchBuilding } from '../matcher/matcher.ts'
import { createMatcher } from '../matcher/matcher.ts'
import { lineBatches } from './lines.ts'
import { answerLine, readBuilding } from './match-lines.ts'

export interface MatchOptions {
  readonly buildings: string
  readonly threads?: number
  readonly hints?: 'none' | 'all'
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

export async function readBuildings(file: string, errors: NodeJS.WritableStream): Promise<MatchBuilding[]> {
  const out: MatchBuilding[] = []
  let line = 0
  for await (const batch of lineBatches(createReadStream(file)))
    for (const row of batch) {
      line++
      try {
        out.push(readBuilding(row))
      } catch (error) {
        errors.write(`${file}:${line}: ${(error as Error).message}, left out\n`)
      }
    }
  return out
}

export async function write(output: NodeJS.WritableStream, text: string): Promise<void> {
  if (!output.write(text)) await new Promise<void>((resolve) => output.once('drain', () => resolve()))
}

export async function runMatch(options: MatchOptions): Promise<number> {
  const matcher = createMatcher(await readBuildings(options.buildings, options.errors))
  const hints = options.hints ?? 'all'
  const started = performance.now()
  let count = 0
  for await (const batch of lineBatches(options.input)) {
    let out = ''
    for (const line of batch) out += `${answerLine(matcher, line, hints)}\n`
    count += batch.length
    await write(options.output, out)
  }
  const seconds = (performance.now() - started) / 1000
  options.errors.write(`${count} queries, ${Math.round(count / Math.max(seconds, 0.001))} a second\n`)
  return 0
}

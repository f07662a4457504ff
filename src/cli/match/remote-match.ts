// plinth match --server: streams the lines to a server and formats its results.
import type { BatchAnswer, BatchQuery, PlinthClient } from '@plinth/client'
import { EXIT } from '../../kernel/fault.ts'
import { parseObject } from './formats/json-line.ts'
import type { Hints } from './formats/read-query.ts'
import { readQuery } from './formats/read-query.ts'
import { lineChunks, linesIn } from './line-chunks.ts'

export interface ServiceMatchOptions {
  readonly hints: Hints
  readonly details: boolean
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

/** A line that waits for its result. Results arrive in order, so a queue is enough. */
interface PendingLine {
  readonly id: unknown
  readonly error: string | null
}

export async function matchByService(service: PlinthClient, options: ServiceMatchOptions): Promise<number> {
  const { input, output, errors } = options
  const pending: PendingLine[] = []
  let count = 0
  for await (const result of service.buildingLinks.stream(readQueries(input, options.hints, pending))) {
    count += 1
    if (!output.write(`${JSON.stringify(resultLine(pending.shift()!, result, options.details))}\n`))
      await new Promise<void>((resolve) => output.once('drain', () => resolve()))
  }
  await new Promise<void>((resolve) => output.write('', () => resolve()))
  errors.write(`${count.toLocaleString('en-CA')} queries\n`)
  return EXIT.ok
}

async function* readQueries(
  input: NodeJS.ReadableStream,
  hints: Hints,
  pending: PendingLine[],
): AsyncGenerator<BatchQuery> {
  for await (const chunk of lineChunks(input))
    for (const line of linesIn(chunk)) {
      let id: unknown = null
      try {
        const row = parseObject(line)
        id = row.id ?? null
        const { address, postal, lat, lng, ...more } = readQuery(row, hints)
        pending.push({ id, error: null })
        const point = lat == null || lng == null ? {} : { latitude: lat, longitude: lng }
        yield { address, ...withoutNulls({ ...more, postal_code: postal }), ...point }
      } catch (error) {
        // An invalid line is sent as an empty query, so that lines and results stay aligned.
        pending.push({ id, error: (error as Error).message })
        yield { address: '' }
      }
    }
}

function withoutNulls(hints: Readonly<Record<string, unknown>>): Partial<BatchQuery> {
  return Object.fromEntries(Object.entries(hints).filter(([, value]) => value != null))
}

function resultLine(
  { id, error }: PendingLine,
  { data = [], meta, error: refusal }: BatchAnswer,
  details: boolean,
): object {
  const message = error ?? refusal?.message
  if (message !== undefined && message !== null)
    return { id, outcome: 'no_match', reason: 'unparseable', data: [], error: message }
  const rows = data.map(({ project_id, building_id, match_confidence, match_strategy, match_level, unit }) => ({
    ...{ building_id, match_confidence, match_strategy, project_id, match_level },
    ...(details ? { unit } : {}),
  }))
  return { id, outcome: meta!.outcome, reason: meta!.reason, data: rows }
}

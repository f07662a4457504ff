// plinth match --server: the lines go to a service as one stream, and come back in the form of plinth match.
import type { BatchAnswer, BatchQuery, PlinthClient } from '../../client/client.ts'
import { EXIT } from '../../kernel/fault.ts'
import { linesIn, wholeLines } from './byte-lines.ts'
import type { Hints } from './match-lines.ts'
import { parseObject, readQuery } from './match-lines.ts'

export interface ServiceMatchOptions {
  readonly hints: Hints
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

/** What a line asked, kept until its answer comes: answers come in order, so a queue will do. */
interface Asked {
  readonly id: unknown
  readonly error: string | null
}

export async function matchByService(service: PlinthClient, options: ServiceMatchOptions): Promise<number> {
  const { input, output, errors } = options
  const asked: Asked[] = []
  let count = 0
  for await (const answer of service.buildingLinks.stream(questions(input, options.hints, asked))) {
    count += 1
    if (!output.write(`${JSON.stringify(lineOf(asked.shift()!, answer))}\n`))
      await new Promise<void>((resolve) => output.once('drain', () => resolve()))
  }
  await new Promise<void>((resolve) => output.write('', () => resolve()))
  errors.write(`${count.toLocaleString('en-CA')} queries\n`)
  return EXIT.ok
}

async function* questions(input: NodeJS.ReadableStream, hints: Hints, asked: Asked[]): AsyncGenerator<BatchQuery> {
  for await (const piece of wholeLines(input))
    for (const line of linesIn(piece)) {
      let id: unknown = null
      try {
        const row = parseObject(line)
        id = row.id ?? null
        const { address, city, province, postal, lat, lng, listed_on } = readQuery(row, hints)
        asked.push({ id, error: null })
        const place = lat == null || lng == null ? {} : { latitude: lat, longitude: lng }
        yield { address, ...given({ city, province, postal_code: postal, listed_on }), ...place }
      } catch (error) {
        // A line that cannot be read is asked too, as nothing, so that lines and answers stay in step.
        asked.push({ id, error: (error as Error).message })
        yield { address: '' }
      }
    }
}

function given(hints: Readonly<Record<string, string | null | undefined>>): Partial<BatchQuery> {
  return Object.fromEntries(Object.entries(hints).filter(([, value]) => value != null))
}

function lineOf({ id, error }: Asked, { data = [], meta, error: refusal }: BatchAnswer): object {
  const wrong = error ?? refusal?.message
  if (wrong !== undefined && wrong !== null)
    return { id, outcome: 'no_match', reason: 'unparseable', data: [], error: wrong }
  const rows = data.map(({ project_id, building_id, match_confidence, match_strategy }) => ({
    ...{ project_id, building_id, match_confidence, match_strategy },
  }))
  return { id, outcome: meta!.outcome, reason: meta!.reason, data: rows }
}

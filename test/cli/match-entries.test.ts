// Tests that the API, `plinth match` in every format and the matcher give the same answers, towers at one address included.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { createMatcher } from '@plinth/matcher'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchBuildings } from '../../src/catalog/snapshot/snapshot-matcher.ts'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { serviceAt } from '../../src/cli/terminal/service-connection.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

interface Answer {
  readonly outcome: string
  readonly building_id: string | null
  readonly project_id: string | null
  readonly match_level: string | null
  readonly match_confidence: number | null
}

type Fields = Readonly<Record<string, unknown>>

let server: TestServer
let texts: string[]
const folder = mkdtempSync(join(tmpdir(), 'plinth-entries-'))
const path = (name: string) => join(folder, name)

beforeAll(async () => {
  server = await startServer()
  const { projects } = server.app.services.catalog.snapshot('sandbox')
  const buildings = [...matchBuildings(projects.toArray())]
  writeFileSync(
    path('buildings.ndjson'),
    buildings.map(({ key, ...row }) => JSON.stringify({ id: key, ...row })).join('\n'),
  )
  texts = [
    ...new Set(buildings.flatMap(({ addresses, city }) => addresses.map(({ line }) => `#1203 - ${line}, ${city}`))),
  ]
  texts.push('99999 Nowhere Rd, Toronto')
  writeFileSync(path('queries.ndjson'), texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

class Collector extends Writable {
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk
    done()
  }
}

const orNull = (value: unknown): string | null => (value == null || value === '' ? null : String(value))

/** IDs are texts in a file and numbers in the API; an empty cell of CSV is null. */
const answerOf = (outcome: unknown, best: Fields = {}): Answer => ({
  outcome: String(outcome),
  building_id: orNull(best.building_id),
  project_id: orNull(best.project_id),
  match_level: orNull(best.match_level),
  match_confidence: orNull(best.match_confidence) === null ? null : Number(best.match_confidence),
})

const fromLines = (text: string): Answer[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ outcome, data }) => answerOf(outcome, data[0]))

async function matched(outputFormat: 'ndjson' | 'csv' | 'parquet'): Promise<string> {
  const output = new Collector()
  const more = outputFormat === 'parquet' ? { outputFile: path('answers.parquet') } : {}
  const input = Readable.from([])
  const files = { buildings: path('buildings.ndjson'), file: path('queries.ndjson') }
  expect(await runMatch({ ...files, input, output, outputFormat, errors: new Collector(), ...more })).toBe(0)
  return output.text
}

const entries: Readonly<Record<string, () => Promise<Answer[]>>> = {
  'plinth match, NDJSON': async () => fromLines(await matched('ndjson')),
  'plinth match, CSV': async () =>
    (parse(await matched('csv'), { columns: true }) as Fields[]).map((row) => answerOf(row.outcome, row)),
  'plinth match, Parquet': async () => {
    await matched('parquet')
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path('answers.parquet')) })
    return rows.map((row) => answerOf(row.outcome, row))
  },
  'plinth match --server': async () => {
    const [output, errors] = [new Collector(), new Collector()]
    const input = Readable.from(texts.map((text, id) => `${JSON.stringify({ id, text })}\n`))
    const service = serviceAt(server.url, server.keys.sandbox)
    expect(await runMatch({ buildings: service, input, output, errors })).toBe(0)
    return fromLines(output.text)
  },
  '@plinth/matcher': async () => {
    const { projects } = server.app.services.catalog.snapshot('sandbox')
    const matcher = createMatcher(matchBuildings(projects.toArray()), { streets: loadStreets() })
    return texts.map((address) => {
      const { outcome, candidates } = matcher.match({ address })
      const [best] = candidates
      if (!best) return answerOf(outcome)
      const match_confidence = Math.round(best.confidence * 1e6) / 1e6
      return answerOf(outcome, {
        building_id: best.key,
        project_id: best.group,
        match_level: best.level,
        match_confidence,
      })
    })
  },
}

describe('an address', () => {
  let expected: Answer[]
  beforeAll(async () => {
    const { body } = await server.send(
      'POST',
      '/api/v1/building-links/batch',
      { queries: texts.map((address, i) => ({ query_id: String(i), address })) },
      server.keys.sandbox,
    )
    expected = body.data.map(({ data, meta }: { data: Fields[]; meta: Fields }) => answerOf(meta.outcome, data[0]))
  })

  it('of several towers is answered with the project by the API', () => {
    const projects = expected.filter(({ match_level }) => match_level === 'project')
    expect(projects.length).toBeGreaterThan(0)
    for (const answer of projects)
      expect(answer).toMatchObject({ outcome: 'matched', building_id: null, project_id: expect.any(String) })
    expect(expected.some(({ building_id }) => building_id !== null)).toBe(true)
    expect(expected.at(-1)).toMatchObject({ outcome: 'no_match', project_id: null })
  })

  it.each(Object.keys(entries))('gets the answer of the API from %s', async (entry) => {
    expect(await entries[entry]!()).toEqual(expected)
  })
})

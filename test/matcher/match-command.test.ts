// Tests `plinth match`: one result per query in order, the same with gzip and threads.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MatchOptions } from '../../src/cli/match/match-command.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { fromCases } from '../support/cases.ts'
import { jsonLines } from '../support/json-lines.ts'
import { suiteFolder } from '../support/suite-folder.ts'

class Sink extends Writable {
  text = ''
  readonly #onWrite: (text: string) => void
  constructor(onWrite: (text: string) => void = () => undefined) {
    super()
    this.#onWrite = onWrite
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.#onWrite(this.text)
    // finish later, so that the writer must wait
    setImmediate(done)
  }
}

const folder = suiteFolder()
const buildings = join(folder, 'buildings.ndjson')
const buildingLines = [
  { building_key: 'howe', address: '1480 Howe St', city: 'Vancouver', province: 'BC' },
  { id: 7, address: '95 Mural Street', city: 'Richmond Hill', province: 'ON', postal: null },
]
const queries = fromCases<string[]>('matcher/match-command', 'queries')

async function run(
  input: Iterable<string | Buffer>,
  more: Partial<MatchOptions> = {},
  command = runMatch,
): Promise<{ code: number; answers: Record<string, unknown>[]; text: string; errors: string }> {
  const output = new Sink()
  const errors = new Sink()
  const code = await command({ buildings, input: Readable.from(input), output, errors, ...more })
  const answers = jsonLines(output.text)
  return { code, answers, text: output.text, errors: errors.text }
}

const dataOf = (answer: Record<string, unknown> | undefined) => (answer?.data ?? []) as Record<string, unknown>[]

beforeAll(() => writeFileSync(buildings, `${buildingLines.map((b) => JSON.stringify(b)).join('\n')}\nbroken\n`))

describe('plinth match', () => {
  it('returns one result per query in order, with six decimals and the documented keys', async () => {
    const { code, answers, errors } = await run([`${queries.join('\n')}\n`])
    expect(code).toBe(0)
    expect(answers.map((a) => a.id)).toEqual(['a', 2, null, 'no text', 'd', null])
    expect(Object.keys(answers[0] as object)).toEqual(['id', 'outcome', 'reason', 'data'])
    const first = dataOf(answers[0])[0]
    expect(Object.keys(first as object)).toEqual([
      'building_id',
      'match_confidence',
      'match_strategy',
      'project_id',
      'match_level',
    ])
    expect(first?.building_id).toBe('howe')
    expect(String(first?.match_confidence)).toMatch(/^0\.\d{1,6}$|^1$/)
    expect(dataOf(answers[1])[0]?.building_id).toBe('7')
    expect(errors).toContain('building 3')
  })

  it('returns empty data and an error for a bad line, and continues', async () => {
    const { answers } = await run([`${queries.join('\n')}\n`])
    for (const at of [2, 3, 5]) expect(answers[at]).toMatchObject({ data: [], error: expect.any(String) })
    expect(answers[4]).toMatchObject({ outcome: 'no_match', reason: 'civic_number_not_on_street', data: [] })
  })

  it('detects gzip by its first bytes, in chunks of any size, and reads a last line without a line break', async () => {
    const plain = await run([queries.join('\n')])
    const packed = gzipSync(queries.join('\n'))
    const pieces = Array.from(packed, (_, i) => packed.subarray(i, i + 1))
    expect((await run(pieces)).text).toBe(plain.text)
    writeFileSync(join(folder, 'buildings.gz'), gzipSync(buildingLines.map((b) => JSON.stringify(b)).join('\n')))
    expect((await run([queries.join('\n')], { buildings: join(folder, 'buildings.gz') })).text).toBe(plain.text)
  })

  it('accepts a byte order mark, Windows line breaks, empty lines, and a building on several lines', async () => {
    const file = join(folder, 'windows.ndjson')
    const rows = ['1480 Howe St', '1490 Howe St', '1480 HOWE STREET'].map((address) =>
      JSON.stringify({ id: 12, address, city: 'Vancouver', province: 'BC' }),
    )
    writeFileSync(
      file,
      `\ufeff${rows.join('\r\n\r\n')}\r\n${JSON.stringify({ id: 13, address: '95 Mural St, Richmond Hill, ON' })}`,
    )
    const lines = ['1203-1480 howe', '1490 Howe St'].map((text, id) =>
      JSON.stringify({ id, address: '', text, city: 'Vancouver' }),
    )
    lines.push(JSON.stringify({ id: 2, text: '95 Mural St', city: 'Richmond Hill' }))
    const { answers, errors } = await run([`\ufeff${lines.join('\r\n\r\n')}\r\n`], { buildings: file })
    expect(answers.map((a) => dataOf(a).map((d) => d.building_id))).toEqual([['12'], ['12'], ['13']])
    expect(errors).not.toContain('left out')
  })

  it('stops without an error when its output is closed', async () => {
    const gone = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    })
    const errors = new Sink()
    const lines = Array.from({ length: 3 }, () => `${queries[0]}\n`)
    expect(await runMatch({ buildings, input: Readable.from(lines), output: gone, errors })).toBe(0)
    expect(errors.text).not.toContain('EPIPE')
  })

  it('ignores hints with hints: none', async () => {
    const line = '{"id":1,"text":"1480 Howe St","city":"Toronto","province":"ON"}'
    expect((await run([line])).answers[0]?.data).toEqual([])
    expect((await run([line], { hints: 'none' })).answers[0]?.data).toHaveLength(1)
  })

  it('returns results before all input has arrived', async () => {
    let first: ((text: string) => void) | undefined
    const answered = new Promise<string>((resolve) => {
      first = resolve
    })
    async function* slowly() {
      yield `${queries[0]}\n{"id":"cut `
      // the rest is sent only after the first result
      yield `${JSON.parse(await answered).id}","text":"1480 Howe St"}`
    }
    const output = new Sink((text) => first?.(text))
    const code = await runMatch({ buildings, input: Readable.from(slowly()), output, errors: new Sink() })
    expect(code).toBe(0)
    expect(jsonLines(output.text).map(({ id }) => id)).toEqual(['a', 'cut a'])
  })

  it('reads 8,000 characters, and returns an error that names the limit for more', async () => {
    const post = (length: number) => ({ text: `${'='.repeat(length - 13)}\n1480 Howe St`, city: 'Vancouver' })
    const { answers } = await run([[post(8000), post(8001)].map((line) => JSON.stringify(line)).join('\n')])
    expect(dataOf(answers[0])[0]?.building_id).toBe('howe')
    expect(answers[1]).toMatchObject({ data: [], error: 'the text must have at most 8000 characters; got 8001' })
  })

  it('accepts listed_on, and buildings with several dated addresses', async () => {
    const dated = join(folder, 'dated.ndjson')
    const lot = [
      { id: 'old', addresses: [{ line: '40 Cinder Row', valid_to: '2012-04-30' }], city: 'Kingston', province: 'ON' },
      { id: 'new', addresses: [{ line: '40 Cinder Row', valid_from: '2016-09-01' }], city: 'Kingston', province: 'ON' },
    ]
    writeFileSync(dated, lot.map((b) => JSON.stringify(b)).join('\n'))
    const days = ['2005-03-01', '2020-03-01', '2020-02-30', null]
    const lines = days.map((listed_on) => JSON.stringify({ id: listed_on, text: '40 Cinder Row, Kingston', listed_on }))
    const { answers } = await run([lines.join('\n')], { buildings: dated })
    expect(answers.map((answer) => dataOf(answer).map((one) => one.building_id))).toEqual([
      ['old'],
      ['new'],
      [],
      ['new', 'old'],
    ])
    expect(answers[2]?.error).toContain('listed_on')
  })

  it('uses the names, corporations, storeys and projects of buildings, and every hint of a query', async () => {
    const file = join(folder, 'named.ndjson')
    const place = { city: 'Toronto', province: 'ON' }
    const rows = [
      { id: 'aura', name: 'Aura', aliases: ['College Park'], address: '388 Yonge St', storeys: 3, ...place },
      { id: 'corp', address: '20 Edward St', condo_corp: 'TSCC 2345', ...place },
      { id: 'corp2', address: '24 Edward St', condo_corp: { registry: 'MTCC', number: 539 }, ...place },
      { id: 'far', address: '24 Edward St', city: 'Ottawa', province: 'ON', latitude: 45.4, longitude: -75.7 },
      { id: 'north', project_id: 7, address: '9 Wharf Rd', ...place },
      { id: 'south', group: '7', addresses: ['9 Wharf Rd', { line: '11 Wharf Rd' }], ...place },
    ]
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
    const best = async (query: object, details = false) => {
      const { answers } = await run([JSON.stringify(query)], { buildings: file, details })
      return dataOf(answers[0])[0]
    }
    expect((await best({ text: 'penthouse', building_name: 'College Park', city: 'Toronto' }))?.building_id).toBe(
      'aura',
    )
    expect((await best({ text: 'suite', condo_corp: 'TSCC 2345' }))?.building_id).toBe('corp')
    expect((await best({ text: 'suite', condo_corp: { registry: 'MTCC', number: 539 } }))?.building_id).toBe('corp2')
    expect((await best({ text: '24 Edward St', latitude: 45.4, longitude: -75.7 }))?.building_id).toBe('far')
    const [low, high] = [await best({ text: '201-388 Yonge St' }), await best({ text: '5201-388 Yonge St' })]
    expect(high!.match_confidence).toBeLessThan(low!.match_confidence as number)
    expect(await best({ text: '#4 - 9 Wharf Rd', city: 'Toronto' }, true)).toMatchObject({
      building_id: null,
      project_id: '7',
      match_level: 'project',
      unit: '4',
    })
    expect(await best({ text: '11 Wharf Rd', city: 'Toronto' })).toMatchObject({
      building_id: 'south',
      project_id: '7',
      match_level: 'building',
    })
  })

  it('reports a missing file and exits 2', async () => {
    const { code, errors } = await run([], { buildings: join(folder, 'nowhere') })
    expect(code).toBe(2)
    expect(errors).toContain('nowhere')
  })
})

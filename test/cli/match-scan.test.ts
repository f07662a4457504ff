// Tests that lines are read as JSON.parse reads them, and CSV as csv-parse reads it.

import type { Matcher, MatchQuery, Verdict } from '@plinth/matcher'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseObject } from '../../src/cli/match/formats/json-line.ts'
import type { MatchedBlock, MatchPlan } from '../../src/cli/match/formats/match-plan.ts'
import { readQuery } from '../../src/cli/match/formats/read-query.ts'
import { BlockMatcher } from '../../src/cli/match/match-block.ts'
import { amount } from '../support/amount.ts'

/** Returns the query as the key of a building, so that equal answers mean equal queries. */
const echo = {
  match: (query: MatchQuery): Verdict => ({
    outcome: 'matched',
    action: 'accept',
    reason: null,
    reason_detail: null,
    candidates: [
      {
        key: JSON.stringify(query),
        group: 'p',
        confidence: query.address.length / 997,
        strategy: 'exact_address',
        level: 'building',
        unit: null,
      },
    ],
    none_probability: 0,
    below_min_confidence: 0,
    reading: null,
  }),
} as unknown as Matcher

const PLAN: MatchPlan = {
  hints: 'all',
  details: false,
  columns: {},
  inputFormat: 'ndjson',
  outputFormat: 'ndjson',
  fd: null,
  blockBytes: 1000,
  idType: 'STRING',
}

const answersOf = (bytes: Uint8Array, plan: Partial<MatchPlan> = {}): string => {
  const matched = new BlockMatcher(echo, { ...PLAN, ...plan }).match({ bytes, line: 2 }) as MatchedBlock
  return Buffer.from(matched.bytes).toString()
}

/** What `plinth match` writes for a line, by JSON.parse and JSON.stringify. */
function expectedLine(line: string): string {
  let id: unknown = null
  try {
    const row = parseObject(line)
    id = row.id ?? null
    const query = readQuery(row, 'all')
    const data = [
      {
        building_id: JSON.stringify(query),
        match_confidence: Math.round((query.address.length / 997) * 1e6) / 1e6,
        match_strategy: 'exact_address',
        project_id: 'p',
        match_level: 'building',
      },
    ]
    return JSON.stringify({ id, outcome: 'matched', reason: null, data })
  } catch (error) {
    return JSON.stringify({ id, outcome: 'no_match', reason: 'unparseable', data: [], error: (error as Error).message })
  }
}

const expectedAnswers = (bytes: Buffer): string =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `${expectedLine(line)}\n`)
    .join('')

const NAMES = ['id', 'address', 'text', 'city', 'province', 'postal', 'postal_code', 'lat', 'latitude', 'lng']
const MORE_NAMES = ['longitude', 'building_name', 'condo_corp', 'listed_on', 'unit', 'tags', '__proto__', '', 'é']

const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('1480 Howe St', 'Montréal', '2026-11-14', '2026-02-30', 'TSCC 2345', '"quoted"\\', '\u2028', ' ', ''),
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1e21, 1.5e300, null, true, false),
)
const value = fc.oneof({ weight: 6, arbitrary: scalar }, fc.array(scalar, { maxLength: 3 }), fc.object({ maxDepth: 2 }))
const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES, ...MORE_NAMES), value), { maxLength: 8 })
const space = fc.constantFrom('', '', '', ' ', '\t', ' \r')

/** An object with spaces anywhere and names that may repeat. */
const objectLine = fc.tuple(pairs, space, fc.boolean()).map(([list, gap, isAscii]) => {
  const escaped = (text: string) =>
    isAscii ? text.replaceAll(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`) : text
  const json = list.map(
    ([name, one]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${escaped(JSON.stringify(one))}${gap}`,
  )
  return `{${json.join(',')}}${gap}`
})
const other = fc.constantFrom(
  '',
  '   ',
  '\r',
  '{}',
  '[]',
  'null',
  '\ufeff',
  '\ufeff{"id":1,"text":"x"}',
  '{"text":"a"',
  '{"a":01}',
)
const broken = fc
  .tuple(objectLine, fc.nat(), fc.constantFrom('', '"', '\\', ',', '}', 'é', '\u0001', '\\u12', '1.'))
  .map(([line, at, what]) => line.slice(0, at % (line.length + 1)) + what + line.slice((at % (line.length + 1)) + 1))
const line = fc.oneof({ weight: 4, arbitrary: objectLine }, { weight: 3, arbitrary: broken }, other)

describe('a line of queries', () => {
  it('gives the query and the bytes that JSON.parse and JSON.stringify give, valid or not', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.boolean(), (lines, hasEnd) => {
        const bytes = Buffer.from(lines.join('\n') + (hasEnd ? '\n' : ''))
        expect(answersOf(bytes)).toBe(expectedAnswers(bytes))
      }),
      { numRuns: amount(500) },
    )
  })

  it('may have bytes that are not UTF-8', () => {
    for (const name of ['id', 'text', 'other']) {
      const bytes = Buffer.concat([
        Buffer.from(`{"${name}":"a`),
        Buffer.of(0xc3, 0x28, 0xff),
        Buffer.from('b","address":"x"}'),
      ])
      expect(answersOf(bytes)).toBe(expectedAnswers(bytes))
    }
  })

  it.each([
    '{"id":true,"text":"x"}',
    '{"id":{"a":1},"text":"x"}',
    '{"id":1.50,"text":"x"}',
    '{"id":12345678901234567890,"text":"x"}',
    '{"id":"a\\u00e9\\ud83d","text":"x"}',
    '{"text":"x","id":"1","id":null}',
    '{"text":"x","condo_corp":{"registry":"TSCC","number":12}}',
    '{"te\\u0078t":"x"}',
    '{"text":"x"} {"text":"y"}',
    `{"text":"x","deep":${'['.repeat(80)}${']'.repeat(80)}}`,
  ])('is read like JSON.parse: %s', (text) => {
    expect(answersOf(Buffer.from(text))).toBe(expectedAnswers(Buffer.from(text)))
  })

  it('may have other names for its fields', () => {
    const columns = { id: 'listing', address: 'full "address"', postal: 'code postal é' }
    const row = {
      listing: 7,
      'full "address"': '1 King St',
      text: 'no',
      'code postal é': 'M5V',
      postal: 'no',
      city: 'Toronto',
    }
    for (const text of [JSON.stringify(row), `{"x":"\\n",${JSON.stringify(row).slice(1)}`]) {
      const answer = JSON.parse(answersOf(Buffer.from(text), { columns }))
      expect(answer.id).toBe(7)
      expect(JSON.parse(answer.data[0].building_id)).toMatchObject({
        address: '1 King St',
        postal: 'M5V',
        city: 'Toronto',
      })
    }
    const both = JSON.parse(
      answersOf(Buffer.from('{"text":"1 King St"}'), { columns: { id: 'text', address: 'text' } }),
    )
    expect([both.id, JSON.parse(both.data[0].building_id).address]).toEqual(['1 King St', '1 King St'])
    expect(answersOf(Buffer.from('{"text":"x"}'), { columns: { address: 'a' } })).toContain('"error":"a is missing"')
  })
})

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '1', '.'), maxLength: 8 }),
  fc.constantFrom('1480 Howe St', 'Montréal', '43.5', '-79.25', 'x,y', ''),
)
/** Fields that need quotes get them; others sometimes. */
const writeCell = (text: string, quote: boolean): string =>
  quote || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

describe('a CSV record', () => {
  it('is read as csv-parse reads it', () => {
    const header = ['id', 'address', 'note', 'city', 'lat', 'lng']
    const record = fc.tuple(...header.map(() => fc.tuple(cell, fc.boolean())))
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (rows, end, hasEnd) => {
          const text =
            rows.map((row) => row.map(([one, quote]) => writeCell(one, quote)).join(',')).join(end) +
            (hasEnd ? end : '')
          const bytes = Buffer.from(text)
          const expected = (
            parse(text, { columns: header, record_delimiter: ['\n', '\r\n'], skip_empty_lines: true }) as Record<
              string,
              string
            >[]
          ).map((row) => {
            const number = (typed: string) => (typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : null)
            if (row.address === '') return { id: row.id || null, error: 'address or text is missing' }
            const hints = { city: row.city || null, lat: number(row.lat!), lng: number(row.lng!) }
            return { id: row.id || null, query: { address: row.address!.trim(), ...hints } }
          })
          const answers = answersOf(bytes, { inputFormat: 'csv', header })
            .split('\n')
            .filter(Boolean)
            .map((one) => {
              const { id, data, error } = JSON.parse(one)
              if (error) return { id, error }
              const { address, city, lat, lng } = JSON.parse(data[0].building_id)
              return { id, query: { address, city, lat, lng } }
            })
          expect(answers).toEqual(expected)
        },
      ),
      { numRuns: amount(270) },
    )
  })

  it('keeps quotes inside a field without quotes', () => {
    const answer = JSON.parse(answersOf(Buffer.from('7,5" pipe\n'), { inputFormat: 'csv', header: ['id', 'text'] }))
    expect(JSON.parse(answer.data[0].building_id).address).toBe('5" pipe')
  })

  it('gets an answer with its line number if it is invalid', () => {
    const text = '1,"a\nb"\n\n2,x,y\n3\n"4"x,z\n5,ok\n'
    const answers = answersOf(Buffer.from(text), { inputFormat: 'csv', header: ['id', 'text'] })
    const errors = answers
      .split('\n')
      .filter(Boolean)
      .map((one) => [JSON.parse(one).id, JSON.parse(one).error])
    expect(errors).toEqual([
      ['1', undefined],
      ['2', 'line 5: the row has 3 fields, the header has 2'],
      ['3', 'line 6: the row has 1 field, the header has 2'],
      ['4', 'line 7: column 1 has text after its closing quote'],
      ['5', undefined],
    ])
  })
})

describe('CSV answers', () => {
  it('are read by csv-parse with the values of the NDJSON answers', () => {
    const rows = [
      { id: 'a,"b"\nc', text: 'x "1"' },
      { id: 7, text: 'é' },
      { id: null, text: 'y' },
      { id: { a: 1 }, text: 'z' },
      { id: 'bad' },
    ]
    const bytes = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
    const columns = [
      'id',
      'outcome',
      'reason',
      'building_id',
      'match_confidence',
      'match_strategy',
      'project_id',
      'match_level',
    ]
    for (const details of [false, true]) {
      const names = [...columns, ...(details ? ['unit'] : []), 'alternatives', 'error']
      const csv = parse(answersOf(bytes, { outputFormat: 'csv', details }), { columns: names }) as Record<
        string,
        string
      >[]
      const ndjson = answersOf(bytes, { details })
        .split('\n')
        .filter(Boolean)
        .map((one) => JSON.parse(one))
      expect(csv.map((row) => [row.building_id, row.match_confidence, row.error, row.project_id])).toEqual(
        ndjson.map(({ data: [best], error }) => [
          best?.building_id ?? '',
          best ? String(best.match_confidence) : '',
          error ?? '',
          best?.project_id ?? '',
        ]),
      )
      expect(csv.map((row) => row.id)).toEqual(['a,"b"\nc', '7', '', '{"a":1}', 'bad'])
    }
  })
})

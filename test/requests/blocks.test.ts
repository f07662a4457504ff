// Requests are packed, filtered and limited without losing any that should be stored.
import { describe, expect, it } from 'vitest'
import { requestIdOf } from '../../src/kernel/ids.ts'
import type { PackedRow, RowFilter } from '../../src/requests/block-reader.ts'
import { readBlock } from '../../src/requests/block-reader.ts'
import type { Block } from '../../src/requests/block-writer.ts'
import { BlockWriter, MAX_ROWS } from '../../src/requests/block-writer.ts'
import { joinBlocks } from '../../src/requests/compact-blocks.ts'
import { RequestBuffer } from '../../src/requests/request-buffer.ts'
import { SeededRandom } from '../support/random.ts'

const START = Date.UTC(2026, 10, 16, 12)
const PROCESS = 'abcdEF12'
const ROUTES = ['GET /api/v1/projects/{id}', 'POST /mcp#resolve_building', 'POST /mcp', '']
const OUTCOMES = ['200', '304', '404 project_not_found', '429 rate_limited', '503 overloaded']

function randomRows(count: number, seed: number): PackedRow[] {
  const random = new SeededRandom(seed)
  const pick = <T>(list: readonly T[]) => list[random.below(list.length)]!
  let at = START
  return Array.from({ length: count }, (_, i) => {
    at += random.below(400)
    // Slow requests end after later ones.
    const number = 5_000_000_000 + i * 7 - random.below(40)
    const tenths = random.below(10) === 0 ? random.below(600_000) : random.below(200)
    return { at, number, credential: `key_${random.below(200)}`, route: pick(ROUTES), outcome: pick(OUTCOMES), tenths }
  })
}

function pack(rows: readonly PackedRow[], omitted = 0): Block {
  const writer = new BlockWriter('acc_1', PROCESS)
  for (const row of rows) writer.addNumbered(row.at, row.number, row.credential, row.route, row.outcome, row.tenths)
  return writer.finish(omitted)
}

function unpack(block: Block, filter: RowFilter = {}): PackedRow[] {
  const rows: PackedRow[] = []
  readBlock(block, filter, (row) => rows.push(row))
  return rows
}

describe('a block', () => {
  it('returns every request as it was', () => {
    for (const count of [1, 2, 500, MAX_ROWS]) {
      const rows = randomRows(count, count)
      const block = pack(rows, 3)
      expect(unpack(block)).toEqual(rows)
      const numbers = rows.map(({ number }) => number)
      expect([block.first_number, block.last_number]).toEqual([Math.min(...numbers), Math.max(...numbers)])
      expect([block.from_at, block.to_at].map(Date.parse)).toEqual([rows[0]!.at, rows.at(-1)!.at])
      expect([block.requests, block.omitted]).toEqual([count, 3])
    }
  })

  it('needs few bytes per request', () => {
    const rows = randomRows(MAX_ROWS, 1).map((row) => ({ ...row, credential: 'key_1' }))
    expect(pack(rows).bytes.length / MAX_ROWS).toBeLessThan(11)
  })

  it('filters by key, route, status, status class and code', () => {
    const rows = randomRows(1000, 7)
    const block = pack(rows)
    const cases: [RowFilter, (row: PackedRow) => boolean][] = [
      [{ credential: 'key_17' }, (row) => row.credential === 'key_17'],
      [{ route: 'POST /mcp' }, (row) => row.route.startsWith('POST /mcp')],
      [{ route: 'GET /api/v1/projects/{id}' }, (row) => row.route.startsWith('GET')],
      [{ status: '4xx' }, (row) => row.outcome.startsWith('4')],
      [{ status: '429' }, (row) => row.outcome.startsWith('429')],
      [{ code: 'overloaded' }, (row) => row.outcome.endsWith('overloaded')],
      [{ status: '4xx', route: 'POST /mcp' }, (row) => row.outcome[0] === '4' && row.route.startsWith('POST /mcp')],
    ]
    for (const [filter, wanted] of cases) {
      const expected = rows.filter(wanted)
      expect(expected.length).toBeGreaterThan(0)
      expect(unpack(block, filter)).toEqual(expected)
    }
    expect(unpack(block, { code: 'plan_required' })).toEqual([])
    expect(unpack(block, { credential: 'key_' })).toEqual([])
  })

  it('keeps times in order when the clock is set back', () => {
    const [first, second] = randomRows(2, 3) as [PackedRow, PackedRow]
    const [, late] = unpack(pack([first, { ...second, at: first.at - 5000 }]))
    expect(late!.at).toBe(first.at)
  })

  it('joins with others to full blocks, with all requests and the count of those left out', () => {
    const rows = randomRows(MAX_ROWS + 100, 11)
    const parts = [rows.slice(0, 10), rows.slice(10, 3000), rows.slice(3000, 4000), rows.slice(4000)]
    const joined = joinBlocks(parts.map((part, i) => pack(part, i)))
    expect(joined.map(({ requests }) => requests)).toEqual([MAX_ROWS, 100])
    expect(joined.flatMap((block) => unpack(block))).toEqual(rows)
    expect(joined.reduce((sum, block) => sum + block.omitted, 0)).toBe(6)
  })
})

describe('the buffer', () => {
  const limits = { perMinute: 20, sampleEvery: 10, maxBytes: 1_000_000 }
  const add = (buffer: RequestBuffer, number: number, at = START, account = 'acc_1') =>
    buffer.add(account, at, requestIdOf(PROCESS, number), 'key_1', 'GET /', '200', 1)

  it('stores a sample above the limit of a minute, and counts the rest', () => {
    const buffer = new RequestBuffer(PROCESS, limits)
    for (let i = 1; i <= 100; i++) add(buffer, i)
    add(buffer, 101, START, 'acc_2')
    const [one, other] = buffer.take(START)
    expect([one!.requests, one!.omitted]).toEqual([28, 72])
    expect([other!.requests, other!.omitted]).toEqual([1, 0])
    add(buffer, 102, START + 60_000)
    expect(buffer.take(START + 60_000).map(({ requests }) => requests)).toEqual([1])
  })

  it('drops and counts requests when the database is away for too long', () => {
    const buffer = new RequestBuffer(PROCESS, { ...limits, maxBytes: 200 })
    for (let i = 0; i < 50; i++) {
      add(buffer, i, START + i * 60_000)
      buffer.restore(buffer.take(START))
    }
    const stored = buffer.take(START).reduce((sum, block) => sum + block.requests, 0)
    expect(stored).toBeLessThan(10)
    expect(buffer.dropped).toBe(50 - stored)
  })
})

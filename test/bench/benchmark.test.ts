// The public benchmark: it runs on shipped data alone, and its tables have the promised shape.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Answered } from '../../tools/bench/accuracy/answer-set.ts'
import { figuresOf } from '../../tools/bench/accuracy/figures.ts'
import { bcAcceptance } from '../../tools/bench/public/bc-acceptance.ts'
import { runBenchmark } from '../../tools/bench/public/benchmark.ts'
import { openBuildings } from '../../tools/bench/public/open-buildings.ts'
import { PUBLIC_ROWS } from '../../tools/bench/public/public-sets.ts'

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

it('prints a row for every set, with a share between 0 and 100 % in every cell', { timeout: 120_000 }, async () => {
  const { peers, own, slices } = await runBenchmark({ count: 2, sample: 20, slowSample: 1 })
  const [head = '', , ...rows] = peers.split('\n').filter((line) => line.startsWith('|'))
  expect(cellsOf(head)).toHaveLength(8)
  expect(rows.map((line) => cellsOf(line)[0])).toEqual(PUBLIC_ROWS.map(([name]) => name))
  for (const cell of rows.flatMap((line) => cellsOf(line).slice(2)))
    for (const figure of cell.match(/[\d.]+/g) ?? []) expect(Number(figure)).toBeLessThanOrEqual(100)
  expect(own.split('\n')).toHaveLength(PUBLIC_ROWS.length + 2)
  expect(slices).toContain('| found at 0.95 |')
})

it('counts an address once, also inside the range of another row', () => {
  const lines = openBuildings().map((b) => `${b.addresses[0]?.line}, ${b.city}`)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines).toContain('20-50 FALSTAFF AVE, Toronto')
  expect(lines).not.toContain('40 FALSTAFF AVE, Toronto')
})

it('reads every text of the acceptance set, and expects no building without a civic number', () => {
  const { cases, buildings } = bcAcceptance()
  expect(cases).toHaveLength(494)
  const keys = new Set(buildings.map((b) => b.key))
  for (const c of cases) if (c.truth !== null) expect(keys.has(c.truth) && /\d/.test(c.text)).toBe(true)
})

it('does not count an answer that was not needed as found', () => {
  const answer = (truth: string | null): Answered => ({
    set: '',
    case: { id: '1', text: '', city: null, province: null, truth, also: ['b'], kind: '', source: 'b' },
    answer: 'b',
    confidence: 1,
    second: null,
    shown: ['b'],
    reason: null,
    isRight: true,
    stratum: 'exact',
    input: 'text',
  })
  const { r95, r995, wrong95 } = figuresOf('find', [answer('b'), answer(null)])
  expect([r95, r995, wrong95]).toEqual([1, 1, 0])
})

it('has every section of its page, and a link from the README', () => {
  const page = readFileSync('docs/benchmark.md', 'utf8')
  for (const name of ['peers', 'own', 'slices', 'private']) expect(page).toContain(`<!-- ${name}:start -->`)
  expect(readFileSync('README.md', 'utf8')).toContain('(docs/benchmark.md)')
})

// The frame of the proof: arguments, progress and tables.
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../tools/proof/arguments.ts'
import type { Part } from '../../tools/proof/part.ts'
import { PARTS } from '../../tools/proof/parts.ts'
import { ProgressLine } from '../../tools/proof/progress.ts'
import { PROMISES } from '../../tools/proof/promises.ts'
import type { PartResult } from '../../tools/proof/results.ts'
import { promisesOf, summaryOf } from '../../tools/proof/results.ts'

const part = (name: string): Part => ({
  name,
  title: name,
  unit: 'rounds',
  count: 10,
  minutes: 5,
  databases: 'both',
  run: async () => ({ done: 0, breaches: [], figures: {} }),
})

const result = (change: Partial<PartResult>): PartResult => ({
  ...{ part: 'crash', database: 'postgres', version: '1.0.0', unit: 'rounds', asked: 500, done: 500, seed: 1 },
  ...{ breaches: 0, figures: { lost: '0 of 17,858' }, minutes: 3.5, date: '2026-11-16' },
  ...change,
})

describe('the arguments', () => {
  it('choose parts, databases and counts', () => {
    const parts = [part('crash'), part('fuzz')]
    expect(readArguments([], parts)).toMatchObject({ parts, databases: ['embedded', 'postgres'], rounds: undefined })
    const chosen = readArguments(
      ['fuzz', '--rounds', '7', '--seed', '3', '--database', 'postgres', '--no-write', '--from', '/old'],
      parts,
    )
    expect(chosen).toMatchObject({
      parts: [parts[1]],
      databases: ['postgres'],
      rounds: 7,
      seed: 3,
      write: false,
      from: '/old',
    })
  })

  it.each([
    [['fzz'], 'Unknown part "fzz". Choose from: crash.'],
    [['--rounds', 'many'], '--rounds is a whole number, not "many".'],
    [['--database', 'mysql'], '--database is embedded or postgres, not "mysql".'],
  ])('%j are refused', (args, message) => {
    expect(() => readArguments(args, [part('crash')])).toThrow(message)
  })
})

it('progress says how much is done and the time left from the first line', () => {
  const lines: string[] = []
  const out = { isTTY: false, write: (text: string) => lines.push(text) } as unknown as NodeJS.WriteStream
  const line = new ProgressLine('crash (embedded)', 'rounds', 2000, 300_000, out)
  expect(lines).toEqual(['crash (embedded): 0 of 2,000 rounds, at most 5 min left\n'])
  expect(line.text(1000, '3 kills')).toMatch(/^crash \(embedded\): 1,000 of 2,000 rounds, \d+ s left · 3 kills$/)
})

describe('the tables', () => {
  it('show every result with its figures', () => {
    expect(
      summaryOf([result({ breaches: 1200 })])
        .split('\n')
        .at(-1),
    ).toBe('| crash | postgres | 1.0.0 | 500 rounds | 1,200 | lost: 0 of 17,858 | 3.5 min, 2026-11-16 |')
  })

  it('name parts that exist', () => {
    const names = new Set(PARTS.map(({ name }) => name))
    expect(names.size).toBe(PARTS.length)
    expect(PROMISES.filter(({ part }) => part !== 'mutants' && !names.has(part))).toEqual([])
  })

  it('show the figures of the newest version beside the promises', () => {
    const results = [
      result({ version: '0.1.0', breaches: 9 }),
      result({ version: '0.10.0' }),
      result({ version: '0.9.0' }),
    ]
    const rows = promisesOf(results).split('\n').slice(2)
    expect(rows).toHaveLength(PROMISES.length)
    // A figure that a run did not measure is left out.
    const isKnown = ({ part, figure }: (typeof PROMISES)[number]) =>
      part === 'crash' && (figure === 'breaches' || figure in results[1]!.figures)
    for (const [at, promise] of PROMISES.entries()) expect(rows[at]!.includes('not run yet')).toBe(!isKnown(promise))
  })

  it('show a draft of the newest version, by its name, until the version itself is tested', () => {
    const draft = result({ version: '1.0.0-dev', database: 'embedded', breaches: 3 })
    const older = result({ version: '1.0.0-dev', breaches: 7 })
    const text = promisesOf([result({ version: '0.1.0', breaches: 9 }), draft, older, result({ version: '1.0.0' })])
    expect(text).toContain('3 in 500 rounds (1.0.0-dev)')
    expect(text).toContain('postgres: 0 in 500 rounds')
    expect(text).not.toMatch(/[79] in 500 rounds/)
  })
})

// The rows of sabotaged builds: each still fits the build, and its size is one that a part can run.
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'
import { MUTANTS, mutatedText } from '../../tools/proof/mutants/mutants.ts'
import { sizesOf } from '../../tools/proof/mutants/run-mutants.ts'
import { PARTS } from '../../tools/proof/parts.ts'
import { runPart } from '../../tools/proof/run-part.ts'
import { Build } from '../../tools/target/build.ts'
import { BUILD } from '../support/built.ts'

const own = BUILD.replace(/\/dist$/, '')
const run = { database: 'embedded', count: 1, seed: 1, only: [], olderBuild: undefined, progress: () => {} } as const

it('fit the build: each changes one place, and the file can still be read', () => {
  for (const mutant of MUTANTS) {
    const text = mutatedText(own, mutant)
    if (!/\.m?js$/.test(mutant.file)) JSON.parse(text)
    else expect(() => parseAst(text), mutant.name).not.toThrow()
  }
})

it('are at least 40, have names of their own, and name a part that runs on their database', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(40)
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
  for (const { name, does, find, replace, part, rounds, database } of MUTANTS) {
    const { databases } = PARTS.find((one) => one.name === part)!
    expect(databases === 'once' && database !== undefined, name).toBe(false)
    expect(does.endsWith('.') && find !== replace && rounds > 0, name).toBe(true)
  }
})

it('have a control of the largest size for each part, database and scenario', () => {
  const row = { ...MUTANTS[0]!, part: 'crash', only: 'a' }
  const sizes = sizesOf([
    { ...row, rounds: 2 },
    { ...row, rounds: 5 },
    { ...row, rounds: 1, database: 'postgres' },
  ])
  expect(sizes.map(({ rounds, database }) => [rounds, database])).toEqual([
    [5, undefined],
    [1, 'postgres'],
  ])
})

it('end at the first breach, and a part that does not look at its signal is left alone after its time', async () => {
  const part = { name: 'x', title: 'x', unit: 'x', count: 1, minutes: 1, databases: 'both' } as const
  const build = new Build(own)
  const found: string[] = []
  const interrupt = new AbortController()
  const order = { ...run, build, limitMs: 60_000, stopMs: 1, interrupted: interrupt.signal }
  const report = await runPart(
    {
      ...part,
      run: async ({ breaches }) => ({ done: breaches.push({ what: 'lost', seed: 1 }), breaches, figures: {} }),
    },
    { ...order, onBreach: ({ what }) => void found.push(what) },
  )
  expect([report.breaches, found]).toEqual([[{ what: 'lost', seed: 1 }], ['lost']])
  const endless = runPart({ ...part, run: () => new Promise(() => {}) }, order)
  interrupt.abort()
  expect(await endless).toMatchObject({ done: 0, breaches: [] })
  const late = await runPart(
    { ...part, run: () => new Promise(() => {}) },
    { ...order, limitMs: 1, interrupted: new AbortController().signal },
  )
  expect(late.breaches[0]!.what).toContain('did not stop')
})

// The fuzz of the readers: repeatable inputs, marks that change nothing, and findings in broken readers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { FeedProblem } from '../../src/feeds/read/feed-problem.ts'
import { hasNoHeader } from '../../src/feeds/read/field-mapping.ts'
import { readFileRecords } from '../../src/feeds/read/file-records.ts'
import { mapRecord } from '../../src/feeds/read/map-record.ts'
import { FileMappings } from '../../src/feeds/read-file.ts'
import { NewFeedRequest } from '../../src/http/feeds/feed-schemas.ts'
import { fileStart } from '../../src/ingest/formats/formats.ts'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import { NO_MAPPING, readMapping } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import { FileRefused, Notes } from '../../src/ingest/record/draft.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { markBranches } from '../../tools/proof/fuzz/branches.mjs'
import { findingOf } from '../../tools/proof/fuzz/readers/read-input.ts'
import type { ReaderInput, Recipe } from '../../tools/proof/fuzz/readers/reader-input.ts'
import { inputOf, Recipes, SAMPLE_COUNT } from '../../tools/proof/fuzz/readers/reader-input.ts'
import type { Readers } from '../../tools/proof/fuzz/readers/readers.ts'
import { fromCases } from '../support/cases.ts'

describe('the inputs of the readers', () => {
  const recipesOf = (seed: number): Recipe[] => {
    const recipes = new Recipes(seed)
    return Array.from({ length: SAMPLE_COUNT + 200 }, (_, n) => {
      const recipe = recipes.next()
      if (n % 3 === 0) recipes.keep(recipe)
      return recipe
    })
  }

  it('are the same for the same seed, and others for another', () => {
    expect(recipesOf(1)).toEqual(recipesOf(1))
    expect(recipesOf(1)).not.toEqual(recipesOf(2))
    for (const recipe of recipesOf(1).slice(SAMPLE_COUNT)) {
      const [one, other] = [inputOf(recipe), inputOf(recipe)]
      expect(JSON.stringify(one.options)).toBe(JSON.stringify(other.options))
      for (const [at, { bytes }] of one.files.entries()) expect(bytes.equals(other.files[at]!.bytes)).toBe(true)
    }
  })

  it('start with every sample, and mutate what reached something new', () => {
    const recipes = recipesOf(1)
    expect(recipes.slice(0, SAMPLE_COUNT)).toEqual(Array.from({ length: SAMPLE_COUNT }, (_, n) => [n]))
    expect(recipes.filter((recipe) => recipe.length > 1).length).toBeGreaterThan(50)
  })
})

/** [what, code that adds to `out`, marked branches, how many of them run] */
const SNIPPETS = fromCases<[string, string, number, number][]>('proof/fuzz-readers', 'snippets')

describe('the marks of branches', () => {
  const root = globalThis as unknown as { branchesOf: unknown }
  const before = root.branchesOf
  afterEach(() => {
    root.branchesOf = before
  })

  it.each(SNIPPETS)('leave the result of %s as it is', (_, code, branches, reached) => {
    let ran = new Uint8Array()
    root.branchesOf = (_: string, count: number) => (ran = new Uint8Array(count))
    const resultOf = (text: string) => {
      const out: unknown[] = []
      new Function('out', text.replace('import.meta.url', '""'))(out)
      return out
    }
    const { marked, starts } = markBranches(code)
    expect(resultOf(marked)).toEqual(resultOf(code))
    expect(marked.split('\n')).toHaveLength(code.split('\n').length)
    expect([starts.length, ran.length, ran.filter(Boolean).length]).toEqual([branches, branches, reached])
  })
})

describe('findings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-readers-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const kernel = { FileRefused, FeedProblem, Fault, NewFeedRequest }
  const files = { openInput, readMapping, NO_MAPPING, RowStream, fileStart, Notes }
  const readers = { ...kernel, ...files, readFileRecords, hasNoHeader, FileMappings, mapRecord } as unknown as Readers
  const file = (name: string, text: string) => [{ name, bytes: Buffer.from(text) }]
  const feed: ReaderInput = {
    ...{ kind: 'feed', sample: 'own', options: { feed: { kind: 'csv' } }, chunk: 3 },
    files: file('a.csv', `key,address\n${'a,1 King St\n'.repeat(60)}`),
  }
  const rows: ReaderInput = { ...feed, kind: 'import', options: {}, files: file('a.csv', 'key,name\n1,A\n') }
  const broken = (input: ReaderInput, changes: object) => findingOf({ ...readers, ...changes }, input, folder)

  it('are none in readers that keep their promises', async () => {
    expect([await broken(feed, {}), await broken(rows, {})]).toEqual([null, null])
  })

  it('are what a broken reader does', async () => {
    const fail = () => (undefined as unknown as { rows: number }).rows
    expect(await broken(feed, { mapRecord: fail })).toContain('threw TypeError')
    expect(await broken(rows, { openInput: fail })).toContain('threw TypeError')
    expect(await broken(feed, { mapRecord: () => ({ kind: 'rejected', key: null, reason: ' ' }) })).toContain(
      'no reason',
    )
    const half = () => ({ kind: 'rejected', key: null, reason: 'x\ud800' })
    expect(await broken(feed, { mapRecord: half })).toContain('unclean text')
    async function* perChunk(_: string, bytes: AsyncIterable<Buffer>) {
      let line = 0
      for await (const chunk of bytes) yield { line: ++line, record: `The chunk has ${chunk.length} bytes.` }
    }
    expect(await broken(feed, { readFileRecords: perChunk })).toBe('other chunks, other records')
  })
})

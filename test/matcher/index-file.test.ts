// Tests `plinth index`: the same answers as from the buildings, and damaged files are refused.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { INDEX_FORMAT } from '@plinth/matcher'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openIndexFile } from '../../src/cli/match/building-index.ts'
import { indexCommand } from '../../src/cli/match/building-index-command.ts'
import { readBuildings } from '../../src/cli/match/match-buildings.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { openSectionFile } from '../../src/kernel/section-file.ts'
import { writeSectionFile } from '../../src/kernel/section-writer.ts'
import { importBuilt } from '../support/built.ts'
import { Collector } from '../support/collector.ts'
import { expectSameBytes } from '../support/same-bytes.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { fixtureBuildings, fixtureCases } from './fixture.ts'

const folder = suiteFolder()
const buildings = join(folder, 'buildings.ndjson')
const index = join(folder, 'buildings.plinth')
const queries = [...fixtureCases.values()]
  .flat()
  .map(({ expect: _, why: __, ...query }, id) => `${JSON.stringify({ id, ...query })}\n`)
  .join('')

async function answers(file: string, threads = 1, command = runMatch) {
  const [output, errors] = [new Collector(), new Collector()]
  const input = Readable.from([queries])
  const code = await command({ buildings: file, threads, details: true, input, output, errors })
  return { code, output: output.text, errors: errors.text }
}

beforeAll(() => {
  const lines = fixtureBuildings.map((b) => JSON.stringify({ ...b, building_key: b.key }))
  writeFileSync(buildings, `${lines.join('\n')}\nbroken\n`)
})
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe('plinth index', () => {
  it('reports the number of buildings and the rows that it skipped', async () => {
    expect(await indexCommand(buildings, { output: index })).toBe(0)
    expect(vi.mocked(console.log).mock.calls).toEqual([
      [expect.stringContaining(`${index}: ${fixtureBuildings.length} buildings`)],
    ])
    expect(vi.mocked(console.error).mock.calls).toEqual([
      [expect.stringContaining(`building ${fixtureBuildings.length + 1}`)],
    ])
  })

  it('gives the answers of the buildings file, on one thread and on three', async () => {
    const fromFile = await answers(buildings)
    const fromIndex = await answers(index)
    expect(fromFile.code).toBe(0)
    expect(fromFile.output.split('\n').length).toBeGreaterThan(300)
    expect(fromIndex.output).toBe(fromFile.output)
    const { runMatch: built } = await importBuilt<{ runMatch: typeof runMatch }>('cli/match/match-command')
    expect((await answers(index, 3, built)).output).toBe(fromFile.output)
    const threads = await answers(buildings, 3, built)
    expect(threads.output).toBe(fromFile.output)
    expect(threads.errors.match(/skipped/g)).toHaveLength(1)
  })

  it('writes equal bytes for equal buildings, and says what they were read from', async () => {
    const again = join(folder, 'again.plinth')
    await indexCommand(buildings, { output: again })
    expectSameBytes(readFileSync(again), readFileSync(index))
    expect(openSectionFile(index).header).toMatchObject({ buildings: fixtureBuildings.length, source: buildings })
  })

  it('reads shared sections into shared memory', () => {
    for (const array of Object.values(openIndexFile(index, true)))
      expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it('is refused when it is torn or altered, wherever that is', async () => {
    const bytes = readFileSync(index)
    const damaged = join(folder, 'damaged.plinth')
    const check = async (content: Buffer) => {
      writeFileSync(damaged, content)
      const { code, errors, output } = await answers(damaged)
      expect([code, output]).toEqual([2, ''])
      expect(errors).toMatch(/damaged\.plinth.*Write it again with plinth index/)
    }
    for (const length of [0, 5, 100, bytes.length >> 1, bytes.length - 1]) await check(bytes.subarray(0, length))
    const isPadding = (at: number) => bytes[at] === 0
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      // a few zero bytes only align the sections
      if (isPadding(at)) continue
      const altered = Buffer.from(bytes)
      altered[at]! ^= 1
      await check(altered)
    }
  })

  it('is refused when it has another format or other content', async () => {
    const arrays = openIndexFile(index)
    const header = openSectionFile(index).header as object
    const other = join(folder, 'other.plinth')
    await writeSectionFile(other, { header: { ...header, format: INDEX_FORMAT + 1 }, arrays })
    expect((await answers(other)).errors).toContain(`has format ${INDEX_FORMAT + 1}; this version reads format`)
    await writeSectionFile(other, { header: { dataset: 'production' }, arrays })
    expect((await answers(other)).errors).toContain('is not an index of buildings')
    const reader = Uint32Array.from(arrays.header as Uint32Array)
    reader[1]!++
    await writeSectionFile(other, { header, arrays: { ...arrays, header: reader } })
    expect((await answers(other)).errors).toContain(`reader version ${reader[1]}`)
  })

  it('needs the buildings themselves where they are read', async () => {
    await expect(readBuildings(index, () => undefined)).rejects.toThrow('is an index')
    await expect(indexCommand(index, { output: join(folder, 'x.plinth') })).rejects.toThrow('is an index')
    await expect(indexCommand(join(folder, 'none.ndjson'), { output: index })).rejects.toThrow('none.ndjson')
  })

  it('refuses a file without valid buildings', async () => {
    const empty = join(folder, 'empty.ndjson')
    writeFileSync(empty, '{}\n')
    await expect(indexCommand(empty, { output: join(folder, 'x.plinth') })).rejects.toThrow('no valid buildings')
  })
})

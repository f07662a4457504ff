// Index files of provinces and cities: opened without a file system, they give the answers of their buildings.
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { MatchBuilding, MatchQuery } from '@plinth/matcher'
import {
  createMatcher,
  createMatcherFromBytes,
  createMatcherFromUrl,
  createStreetLexicon,
  INDEX_FORMAT,
  parseStreetList,
} from '@plinth/matcher'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { streetTexts } from '../../src/catalog/snapshot/street-files.ts'
import { openIndexFile } from '../../src/cli/match/building-index.ts'
import { indexCommand } from '../../src/cli/match/building-index-command.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { writeSectionFile } from '../../src/kernel/section-writer.ts'
import { Collector } from '../support/collector.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { fixtureBuildings, fixtureCases } from './fixture.ts'

const folder = suiteFolder()
const source = join(folder, 'ä 🏢.ndjson')
const queries: MatchQuery[] = [...fixtureCases.values()].flat().map(({ expect: _, why: __, ...query }) => query)
const bytesOf = (place: string, by = 'provinces') => readFileSync(join(folder, by, `${place}.plinth`))
/** One building has its city and province only in its address. */
const inProvince = (code: string): readonly MatchBuilding[] =>
  fixtureBuildings.filter(({ province, addresses }) => province === code || addresses[0]?.line.includes(`, ${code}`))

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const lines = fixtureBuildings.map((building, i) => {
    const gers = i % 2 === 0 ? { gers_id: `gers-${building.key}` } : {}
    return JSON.stringify({ ...building, building_key: building.key, ...gers })
  })
  writeFileSync(source, lines.join('\n'))
  await indexCommand(source, { output: join(folder, 'provinces'), by: 'province' })
  await indexCommand(source, { output: join(folder, 'cities'), by: 'city' })
})

describe('plinth index --by', () => {
  it('writes each building into the file of its province and of its city', () => {
    const provinces = readdirSync(join(folder, 'provinces'))
    expect(provinces).toEqual(expect.arrayContaining(['bc.plinth', 'on.plinth', 'qc.plinth']))
    expect(readdirSync(join(folder, 'cities'))).toEqual(
      expect.arrayContaining(['bc-vancouver.plinth', 'on-toronto.plinth', 'qc-montreal.plinth']),
    )
    for (const [by, names] of Object.entries({ provinces, cities: readdirSync(join(folder, 'cities')) })) {
      const sizes = names.map((name) => createMatcherFromBytes(bytesOf(name.slice(0, -7), by)).size)
      expect(sizes.reduce((a, b) => a + b)).toBe(fixtureBuildings.length)
    }
  })

  it('accepts lists of streets only with --by', async () => {
    const flags = { output: join(folder, 'x.plinth'), streets: folder }
    await expect(indexCommand(source, flags)).rejects.toThrow('--streets requires --by')
  })

  it('reads the buildings of an export, which has other names for city and names', async () => {
    const file = join(folder, 'buildings.ndjson')
    const row = { id: 7, name: null, names: ['Aura'], address: '388 Yonge St', city_name: 'Toronto', province: 'ON' }
    const parcels = [{ kind: 'pin', id: '211010123' }]
    const condo_corp = { registry: 'TSCC', number: 2345 }
    writeFileSync(file, JSON.stringify({ ...row, parcels, condo_corp, register: 'city', register_id: 'a\tb' }))
    await indexCommand(file, { output: join(folder, 'export.plinth') })
    const matcher = createMatcherFromBytes(readFileSync(join(folder, 'export.plinth')))
    const answer = matcher.match({ address: 'Aura, Toronto', building_name: 'Aura' })
    expect(answer.candidates[0]?.key).toBe('7')
    expect(matcher.idsOf('7')).toEqual([
      { register: 'city', id: 'a b' },
      { register: 'pin', id: '211010123' },
      { register: 'TSCC', id: '2345' },
    ])
  })
})

describe('createMatcherFromBytes', () => {
  it.each(['on', 'bc', 'qc'])('gives the answers of createMatcher with the lists of the province %s', (code) => {
    const lists = streetTexts(undefined, code.toUpperCase())
    expect(lists.length).toBeGreaterThan(0)
    const streets = createStreetLexicon(lists.map(parseStreetList))
    const built = createMatcher(inProvince(code.toUpperCase()), { streets })
    const opened = createMatcherFromBytes(bytesOf(code))
    expect(queries.length).toBeGreaterThan(300)
    for (const query of queries) expect(JSON.stringify(opened.match(query))).toBe(JSON.stringify(built.match(query)))
  })

  it('gives the answers of plinth match with the same file, on one thread', async () => {
    const lines = queries.map((query, id) => JSON.stringify({ id, ...query })).join('\n')
    const [output, errors] = [new Collector(), new Collector()]
    const buildings = join(folder, 'provinces', 'on.plinth')
    expect(await runMatch({ buildings, input: Readable.from([lines]), output, errors })).toBe(0)
    const opened = createMatcherFromBytes(bytesOf('on'))
    const outcomes = output.text.trimEnd().split('\n')
    expect(outcomes.map((line) => JSON.parse(line).outcome)).toEqual(
      queries.map((query) => opened.match(query).outcome),
    )
  })

  it('reads bytes at any position of a larger array', () => {
    const bytes = bytesOf('bc')
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect(createMatcherFromBytes(shifted.subarray(3)).size).toBe(inProvince('BC').length)
  })

  it('knows the ids of a building, and none of an unknown one', () => {
    const matcher = createMatcherFromBytes(bytesOf('on'))
    const [with_, without] = [0, 1].map(
      (rest) =>
        fixtureBuildings.find(({ province, condo_corp }, i) => i % 2 === rest && province === 'ON' && !condo_corp)!,
    )
    expect(matcher.idsOf(with_!.key)).toEqual([{ register: 'gers', id: `gers-${with_!.key}` }])
    expect(matcher.idsOf(without!.key)).toEqual([])
    expect(matcher.idsOf('nothing')).toEqual([])
  })

  it('refuses bytes that are no whole index, and says why', async () => {
    const bytes = bytesOf('bc')
    const open = (content: Uint8Array) => () => createMatcherFromBytes(content)
    expect(open(Buffer.from('<!doctype html>'))).toThrow('is not an index file')
    expect(open(new Uint8Array())).toThrow('is not an index file')
    for (const length of [8, 100, bytes.length - 1]) expect(open(bytes.subarray(0, length))).toThrow('is truncated')
    expect(open(gzipSync(bytes))).toThrow('Content-Encoding: gzip')
    for (const at of [100, bytes.length >> 1]) {
      const damaged = Buffer.from(bytes)
      damaged[at]! ^= 255
      expect(open(damaged)).toThrow('is damaged')
    }
    const other = join(folder, 'other.plinth')
    const arrays = openIndexFile(join(folder, 'provinces', 'bc.plinth'))
    await writeSectionFile(other, { header: { kind: 'plinth buildings', format: INDEX_FORMAT + 1 }, arrays })
    expect(open(readFileSync(other))).toThrow(`has format ${INDEX_FORMAT + 1}; this version reads ${INDEX_FORMAT}`)
    await writeSectionFile(other, { header: { kind: 'something' }, arrays })
    expect(open(readFileSync(other))).toThrow('is not an index of buildings')
  })
})

describe('createMatcherFromUrl', () => {
  it('fetches a static file that is sent with gzip', async () => {
    const packed = gzipSync(bytesOf('bc'))
    const server = createServer((_, response) => response.setHeader('content-encoding', 'gzip').end(packed))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const matcher = await createMatcherFromUrl(`http://127.0.0.1:${port}/bc.plinth`)
    server.closeAllConnections()
    await once(server.close(), 'close')
    expect(matcher.match({ address: '1203-1480 howe', city: 'Vancouver' }).outcome).toBe('matched')
  })

  it('names the URL that failed', async () => {
    const missing = async () => new Response('no', { status: 404 })
    await expect(createMatcherFromUrl('https://x.test/on.plinth', { fetch: missing })).rejects.toThrow(
      'https://x.test/on.plinth returned 404',
    )
    const page = async () => new Response('<html>')
    await expect(createMatcherFromUrl('https://x.test/on.plinth', { fetch: page })).rejects.toThrow(
      'https://x.test/on.plinth: the index is not an index file',
    )
  })
})

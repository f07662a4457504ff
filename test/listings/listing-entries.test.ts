// Listings through the client, the command line, MCP tools and the export.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@plinth/client'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { run } from '../../src/cli/program.ts'
import { HomeSchema } from '../../src/http/listings/home-schemas.ts'
import { jsonLines } from '../support/json-lines.ts'
import { overHttp } from '../support/mcp-clients.ts'
import { startServer } from '../support/server.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const server = await startServer()
afterAll(() => server.stop())
const { projects } = server.app.services.catalog.snapshot('production')
const project = projects.toArray().find(({ buildings }) => buildings.length === 1)!
const folder = suiteFolder()
let key: string
beforeEach(async () => {
  key = await server.newKey('pro')
})

const clientOf = (apiKey = key) => createClient({ baseUrl: server.url, apiKey })
const listing = (unit: number) => ({ address: `${unit} - ${project.address}`, status: 'active' })

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('the client', () => {
  it('streams any number of items, with one result for each, in order', async () => {
    const items = Array.from({ length: 1203 }, (_, i) => ({ key: `C${i}`, ...listing(100 + i) }))
    const { listings } = clientOf()
    for (const upload of ['lines', 'batches'] as const) {
      const results = await all(
        listings.stream([...items, { key: 'C0', delete: true }, { key: '?', address: 'x' }], { upload }),
      )
      expect(results.map((result) => result.key)).toEqual([...items.map((item) => item.key), 'C0', '?'])
      expect(results.at(-2)!.result).toBe('deleted')
      expect(results.at(-1)!.error?.code).toBe('invalid_parameter')
    }
    expect((await listings.counts()).total).toBe(1202)
  })

  it('exports all listings that match, as the list returns them, and none of another account', async () => {
    const { listings } = clientOf()
    await all(listings.stream(Array.from({ length: 701 }, (_, i) => ({ key: `E${i}`, ...listing(i + 1) }))))
    await listings.put('sold', { ...listing(1), status: 'sold' })
    const exported = await all(listings.export({ status: 'active' }))
    expect(exported).toHaveLength(701)
    expect(exported).toEqual(await all(listings.iterate({ status: 'active' })))
    expect(await all(clientOf(await server.newKey('elite')).listings.export())).toEqual([])
    const test = await server.newKey('sandbox')
    expect(await all(clientOf(test).listings.export())).toEqual([])
  })

  it('lists duplicates over all pages', async () => {
    const { listings } = clientOf()
    for (const unit of [7, 8]) for (const copy of ['a', 'b']) await listings.put(`${unit}${copy}`, listing(unit))
    await listings.put('9a', listing(9))
    const groups = await all(listings.iterateDuplicates({ limit: 1 }))
    expect(groups.map(({ reason, unit, listings: of }) => [reason, unit, of.map((one) => one.key)])).toEqual([
      ['same_unit', '7', ['7a', '7b']],
      ['same_unit', '8', ['8a', '8b']],
    ])
  })
})

/** Runs a command in this process. */
const plinth = (...args: string[]) => plinthWith('listings', ...args)

async function plinthWith(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' }
  for (const name of ['BASE_URL', 'DATABASE_URL']) vi.stubEnv(name, undefined)
  vi.stubEnv('LOG_LEVEL', 'error')
  vi.stubEnv('PLINTH_SERVER', server.url)
  vi.stubEnv('PLINTH_API_KEY', key)
  const add = (to: 'out' | 'err') => (line: unknown) => {
    printed[to] += `${line}\n`
  }
  const write = (to: 'out' | 'err') => (text: unknown) => {
    printed[to] += text
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(add('out')),
    vi.spyOn(console, 'error').mockImplementation(add('err')),
    vi.spyOn(process.stdout, 'write').mockImplementation(write('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('err')),
  ]
  try {
    const code = await run([...args])
    return { code, ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

describe('plinth listings', () => {
  it('puts, gets, lists, exports and removes listings', async () => {
    const put = await plinth('put', 'L1', `12 - ${project.address}`, '--status', 'active', '--feed', 'mine')
    expect([put.err, put.out]).toEqual([
      '',
      expect.stringMatching(new RegExp(`^L1 .* accept .*project ${project.id}.*unit 12`)),
    ])
    await plinth('put', 'L2', 'Nowhere Lane 5', '--json')
    expect((await plinth('get', 'L2')).out).toContain('no building')
    const missing = await plinth('get', 'L9')
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('no listing "L9"')])
    expect((await plinth('list')).out.trim().split('\n')).toHaveLength(2)
    const filtered = await plinth('list', '--recommended-action', 'accept', '--feed', 'mine', '--json')
    expect(jsonLines(filtered.out).map(({ key }) => key)).toEqual(['L1'])
    expect((await plinth('list', '--limit', '1')).out).toContain('use --limit')
    const wrong = await plinth('list', '--outcome', 'maybe')
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('outcome')])
    const exported = (await plinth('export')).out.trim().split('\n')
    expect(exported.map((line) => JSON.parse(line).key)).toEqual(['L1', 'L2'])
    expect((await plinth('remove', 'L2', 'L9')).out).toBe('L2  deleted\nL9  not found\n')
    expect((await plinth('remove', '--feed', 'mine')).out).toBe('1 deleted\n')
    expect((await plinth('remove')).code).toBe(2)
  })

  it('lists homes over all pages, with filters, and shows one', async () => {
    const { listings, homes } = clientOf()
    const sold = {
      status: 'Closed',
      attributes: { mls_number: 'M1', transaction: 'sale', off_market_on: '2026-03-31' },
    }
    await listings.batch([
      { key: 'H1', ...listing(7), ...sold, listed_on: '2026-03-01' },
      { key: 'H2', address: project.address, unit: 'Apt 7' },
      { key: 'H3', ...listing(8) },
      { key: 'H4', ...listing(9), status: 'expired' },
    ])
    const found = await all(homes.iterate({ limit: 1 }))
    for (const home of found) expect(HomeSchema.parse(home)).toEqual(home)
    expect(found.map(({ unit, status }) => [unit, status])).toEqual([
      ['7', 'active'],
      ['8', 'active'],
      ['9', 'off_market'],
    ])
    expect(found[0]).toMatchObject({
      building: { project_id: project.id, project_name: project.name },
      listings: [{ key: 'H2' }, { key: 'H1', off_market_on: '2026-03-31' }],
    })
    const other = projects.toArray().find(({ id }) => id !== project.id)!
    expect((await homes.list({ project_id: project.id, min_listings: 2 })).data).toEqual([found[0]])
    expect((await homes.list({ project_id: other.id })).data).toEqual([])
    expect((await listings.get('H1')).home_id).toBe(found[0]!.id)
    const ran = (...args: string[]) => plinthWith('homes', ...args)
    expect((await ran('--status', 'active', '--unit', 'Suite 7')).out).toMatch(/^hom_\S+ +7 .* active +2 +H2 H1\n$/)
    expect((await ran(found[0]!.id)).out).toMatch(/H1 .*2026-03-01 to 2026-03-31\n.*\n?.*30 days on market/s)
    expect(jsonLines((await ran('--json', '--limit', '2')).out)).toEqual(found.slice(0, 2))
    await expect(clientOf(await server.newKey('pro')).homes.get(found[0]!.id)).rejects.toThrow('has no home')
  })

  it('loads NDJSON and CSV, reports invalid rows by line, and continues from a line', async () => {
    const ndjson = join(folder, 'listings.ndjson')
    const rows = [1, 2, 3].map((unit) => ({ key: `N${unit}`, ...listing(unit) }))
    writeFileSync(ndjson, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n\n{"key":"N4"}\n`)
    const first = await plinth('load', ndjson)
    expect([first.code, first.out]).toEqual([1, '3 created, 1 with errors\n'])
    expect(first.err).toMatch(/^line 5, N4: .*address/)
    expect((await plinth('load', ndjson, '--feed', 'file', '--from-line', '3')).out).toMatch(
      /^0 created, 1 updated, 1 with/,
    )
    const csv = join(folder, 'listings.csv')
    writeFileSync(
      csv,
      `key,address,city,latitude,attributes\nN1,"2 - ${project.address}",,,"{""price"":5}"\nN5,"multi\nline 5",Toronto,,\n`,
    )
    expect(await plinth('load', csv)).toMatchObject({ code: 0, out: '1 created, 1 updated\n' })
    expect(await clientOf().listings.get('N1')).toMatchObject({
      attributes: { price: 5 },
      link: { match: { unit: '2' } },
    })
    expect((await plinth('duplicates')).out).toMatch(/same_unit .*unit 2\): N1 N2\n1 group/)
    writeFileSync(csv, 'key,adress\n1,x\n')
    expect(await plinth('load', csv)).toMatchObject({
      code: 2,
      err: expect.stringContaining('unknown column "adress"'),
    })
    writeFileSync(ndjson, `${JSON.stringify(rows[0])}\nnot json\n`)
    const broken = await plinth('load', ndjson)
    expect([broken.code, broken.err]).toEqual([1, 'line 2: The line is not JSON.\n'])
    expect((await plinth('load', join(folder, 'none.csv'))).code).toBe(2)
  })
})

describe('MCP tools', () => {
  it('find the user’s own listings and their duplicates, and nobody else’s', async () => {
    await clientOf().listings.put('M1', listing(31))
    await clientOf().listings.put('M2', listing(31))
    const [mine, other] = [
      await overHttp('2026-07-28', server.url, key),
      await overHttp('2026-07-28', server.url, await server.newKey('elite')),
    ]
    const found = await mine.call('find_my_listings', { project_id: project.id, unit: '31' })
    expect(found.structuredContent.data).toMatchObject([
      { key: 'M1', project_id: project.id, unit: '31' },
      { key: 'M2', recommended_action: 'accept' },
    ])
    expect(found.content[0]!.text).toContain(`M1: 31 - ${project.address}`)
    const same = await mine.call('listing_duplicates', {})
    expect(same.content[0]!.text).toMatch(/1 groups? of listings[\s\S]*unit 31\): M1, M2/)
    expect((await other.call('find_my_listings', {})).content[0]!.text).toBe('No listings found.')
    expect((await other.call('listing_duplicates', {})).content[0]!.text).toBe('No duplicates found.')
    await Promise.all([mine.close(), other.close()])
  })
})

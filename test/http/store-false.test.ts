// `store: false` on building links: the text of a lookup is nowhere in the database, the folder or the log.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { uncertaintyOf } from '../../src/links/uncertainty.ts'
import { runCleanups } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import type { TestServer } from '../support/server.ts'
import { serverOn } from '../support/tenant.ts'

afterEach(runCleanups)

const LINKS = '/api/v1/building-links'
const MCP = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }

const WORDS = ['quixotic', 'zephyrine', 'flummox', 'bumfuzzle', 'gardyloo', 'snollygost']

/** A text with the word and a street that is spelled wrong, so that the answer is uncertain. */
function uncertainAddress({ app }: TestServer, word: string): string {
  const isUncertain = (address: string) => {
    const { verdict } = app.services.links.inspect({ address, explain: false }, 'production')
    return verdict.candidates.length > 0 && uncertaintyOf(verdict) > 0.1
  }
  for (const { address } of app.services.catalog.snapshot('production').projects.toArray())
    for (let at = address.indexOf(' ') + 1; at < address.indexOf(','); at++) {
      const text = `${word}, ${address.slice(0, at)}${address.slice(at + 1)}`
      if (isUncertain(text)) return text
    }
  throw new Error('no address is uncertain')
}

/** One word per way in, which occurs nowhere else. */
const lookups = (server: TestServer, store: boolean) => {
  const key = server.keys.elite
  const query = (word: string) => ({ address: uncertainAddress(server, word), store })
  const call = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const tool = (name: string, args: object) => server.send('POST', '/mcp', call(name, args), key, MCP)
  const ndjson = { 'content-type': 'application/x-ndjson' }
  return {
    quixotic: () => server.get(`${LINKS}?${new URLSearchParams({ ...query('quixotic'), store: String(store) })}`, key),
    zephyrine: () => server.send('POST', LINKS, query('zephyrine'), key),
    flummox: () => server.send('POST', `${LINKS}/batch`, { queries: [{ query_id: 'a', ...query('flummox') }] }, key),
    bumfuzzle: () => server.send('POST', `${LINKS}/batch`, query('bumfuzzle'), key, ndjson),
    gardyloo: () => tool('resolve_building', query('gardyloo')),
    snollygost: () => tool('resolve_buildings', { queries: [query('snollygost')] }),
  }
}

const dump = async ({ app }: TestServer) => (await dumpOf(app.foundation.db)).toLowerCase()

/** Lookups are written every second. */
async function written({ app }: TestServer, word: string): Promise<void> {
  const texts = async () =>
    JSON.stringify(await app.foundation.db.query.selectFrom('link_cases').select('text').execute())
  await vi.waitFor(async () => expect((await texts()).toLowerCase()).toContain(word), {
    timeout: 60_000,
    interval: 100,
  })
}

/** Everything that the server has written, once a last lookup, which may be stored, is there. */
async function storedText(server: TestServer): Promise<string> {
  const { access, requestLog } = server.app.services
  const last = 'widdershins'
  await server.send('POST', LINKS, { address: uncertainAddress(server, last) }, server.keys.elite)
  await written(server, last)
  await access.usage.flush()
  await requestLog.flush()
  const files = readdirSync(server.dataDir, { withFileTypes: true }).filter((file) => file.isFile())
  const texts = files.map(({ name }) => readFileSync(join(server.dataDir, name), 'latin1').toLowerCase())
  return [await dump(server), server.log().toLowerCase(), ...texts].join('\n')
}

describe('store: false', () => {
  it('leaves no text of an uncertain address in the database, the data folder or the log', async () => {
    const server = await serverOn('embedded')
    for (const [word, look] of Object.entries(lookups(server, false))) {
      const response = await look()
      expect([word, response.status]).toEqual([word, 200])
    }
    const stored = await storedText(server)
    expect(WORDS.filter((word) => stored.includes(word))).toEqual([])
    // Without it, every one of them is a case for the curators: the search finds what is there.
    for (const [word, look] of Object.entries(lookups(server, true))) {
      expect((await look()).status).toBe(200)
      await written(server, word)
    }
  })

  it('refuses a value that is not a boolean', async () => {
    const server = await serverOn('embedded')
    const key = server.keys.elite
    const wrong = await server.send('POST', LINKS, { address: '1480 howe', store: 'no' }, key)
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/store'])
    expect((await server.get(`${LINKS}?address=1480+howe&store=perhaps`, key)).body.errors[0].parameter).toBe('store')
  })
})

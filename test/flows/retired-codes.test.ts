// Retired postal codes next to a running server: from a list to the answers of its API.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { importCommand } from '../../src/cli/operate/import-command.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { runCleanups } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(runCleanups)

const config = () => readConfig({ DATA_DIR: server.dataDir, DEMONSTRATION: 'invented', DEMO_PROJECTS: '30' })

/** What the command printed, and its exit code. */
async function run(command: () => Promise<number>): Promise<string> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const code = await command()
  const output = printed.mock.calls.map(([line]) => String(line)).join('\n')
  printed.mockRestore()
  return `${output}\nexit code ${code}`
}

const importList = async (rows: readonly string[], options: { dryRun?: true; approve?: true } = {}) => {
  const file = await fileOf('retired.csv', `old_code,new_codes,date,note\n${rows.join('\n')}\n`)
  const source = { source: 'retired-codes', format: 'retired-postal-codes' }
  return run(() => importCommand(config(), [file], { ...source, ...options }))
}

async function answerTo(postal: string) {
  const query = new URLSearchParams({ address: '5 Osprey Cres, Toronto', postal_code: postal, include: 'evidence' })
  const [link] = (await server.get(`/api/v1/building-links?${query}`, server.keys.pro)).body.data
  const compared = link.evidence.find(({ component }: { component: string }) => component === 'postal_code')
  return { level: compared.level, bits: compared.bits, summary: link.summary, dataset: link.data_version }
}

const LIST = ['K0A 1A0,M4E 1A1;M4G 2B2,2024-05-01,rural route', 'm4b9z9,"M4G 2B2",,', 'X0A 0H0,X0A 0H1,,']

it('a list is imported, explains an old code, and is replaced by the next one', async () => {
  const building = { key: 'a', address: '5 Osprey Cres', city: 'Toronto', province: 'ON', postal_code: 'M4G 2B2' }
  const buildings = await fileOf('own.ndjson', JSON.stringify(building))
  await run(() => importCommand(config(), [buildings], { source: 'own' }))
  const before = await answerTo('K0A 1A0')
  expect(before.level).not.toBe('replaced')

  expect(await importList(LIST, { dryRun: true })).toContain('dry run, nothing changed')
  expect(await answerTo('K0A 1A0')).toEqual(before)
  expect(await importList(LIST)).toMatch(/published as.*\n.*rows: 3,/)
  for (const code of ['K0A 1A0', 'M4B 9Z9']) {
    const { level, bits, summary } = await answerTo(code)
    expect([level, bits]).toEqual(['replaced', (await answerTo('M4G 9Z9')).bits])
    expect(summary.en).toContain(`the postal code ${code} was replaced by M4G 2B2`)
    expect(summary.fr).toContain(`le code postal ${code} a été remplacé par M4G 2B2`)
  }
  expect(await importList(LIST)).toContain('no changes')
  const { body } = await server.get('/api/v1/dataset/attributions', server.keys.pro)
  expect(body.data.sources.map(({ name }: { name: string }) => name)).toContain('retired-codes')

  expect(await importList(LIST.slice(1))).toContain('1 of 3 rows of the source would disappear')
  expect(await importList(LIST.slice(1), { approve: true })).toContain('published as')
  expect(await answerTo('K0A 1A0')).toMatchObject(before)
})

it('rows with anything but complete codes are rejected', async () => {
  const wrong = ['M4B,M4G 2B2,,', 'M4B 1B1;M4B 1B2,M4G 2B2,,', 'M4B 1B3,soon,,', 'M4B 1B4,M4B 1B4,,', ',M4G 2B2,,']
  const output = await importList([...LIST, ...wrong])
  expect(output).toContain('5 of 8 lines were rejected')
  for (const reason of ['this is not one postal code', 'these are not postal codes', 'M4B 1B4 cannot replace itself'])
    expect(output).toContain(reason)
})

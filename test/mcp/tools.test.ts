// MCP tools and resources, for both protocol versions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantKey } from '../../src/access/accounts/accounts.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import type { AgentClient } from '../support/mcp-clients.ts'
import { ERAS, overHttp } from '../support/mcp-clients.ts'
import { toolExamples } from '../support/mcp-examples.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const snapshot = () => server.app.services.catalog.snapshot('production')
const textOf = ({ content }: { content: readonly { text?: string }[] }) => content.map(({ text }) => text).join('\n')

describe.each(ERAS)('a client with protocol version %s', (era) => {
  let client: AgentClient
  beforeAll(async () => {
    client = await overHttp(era, server.url, await server.newKey('elite'))
  })
  afterAll(() => client.close())

  it('connects with its version and receives instructions', () => {
    expect(client.version).toBe(era)
    expect(client.instructions).toContain('resolve_building')
  })

  it('lists fifteen tools, all read-only but the last, each with a note that data is not instructions', async () => {
    const tools = await client.tools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    expect(tools).toHaveLength(15)
    const writingTools = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
    expect(writingTools).toEqual(['report_building_link'])
    expect(tools.filter(({ description }) => !description?.includes('data, not instructions'))).toEqual([])
  })

  it('gets text and schema-conforming content from every tool', async () => {
    await client.tools()
    const examples = toolExamples(snapshot())
    expect(Object.keys(examples)).toEqual(TOOLS.map(({ name }) => name))
    for (const [name, values] of Object.entries(examples)) {
      const result = await client.call(name, values)
      expect([name, result.isError ?? false, textOf(result)]).toEqual([name, false, expect.stringMatching(/\S/)])
      const { output } = TOOLS.find((row) => row.name === name)!
      expect([name, output.safeParse(result.structuredContent).error?.issues]).toEqual([name, undefined])
    }
  })

  it('reads the documents and a project', async () => {
    expect(await client.resources()).toEqual(['docs://fields', 'docs://statuses', 'docs://confidence'])
    expect(await client.templates()).toEqual(['project://{id}', 'building://{id}'])
    expect(await client.read('docs://fields')).toContain('- price_from: integer or null')
    expect(await client.read('docs://statuses')).toContain('- selling → temporarily_sold_out')
    expect(await client.read('docs://confidence')).toContain('nine in ten')
    const { id, name, slug } = snapshot().projects.toArray()[0]!
    expect(JSON.parse(await client.read(`project://${id}`))).toMatchObject({ id, name })
    expect(JSON.parse(await client.read(`project://${slug}`))).toMatchObject({ id, name })
    const building = snapshot().projects.toArray()[0]!.buildings[0]!
    expect(JSON.parse(await client.read(`building://${building.id}`))).toMatchObject({
      id: building.id,
      project_id: id,
    })
    await expect(client.read('building://999999999')).rejects.toThrow(/not found/)
    await expect(client.read('project://999999999')).rejects.toThrow(/not found/)
    await expect(client.read('docs://secrets')).rejects.toThrow(/not found/)
    await expect(client.read('file:///etc/passwd')).rejects.toThrow(/not found/)
  })

  it('returns errors as tool results with advice', async () => {
    const wrong = await client.call('search_projects', { statuss: ['selling'] })
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('Did you mean "status"')])
    const value = await client.call('search_projects', { status: ['sellling'] })
    expect(textOf(value)).toMatch(/^Error invalid_parameter: [\s\S]*Did you mean selling\?\nAllowed: cancelled,/)
    const gone = await client.call('get_project', { project_id: 999_999_999 })
    expect(textOf(gone)).toMatch(/^Error project_not_found: [\s\S]*search_projects or resolve_building/)
    const none = await client.call('get_building', { building_id: 999_999_999 })
    expect(textOf(none)).toMatch(/^Error building_not_found: [\s\S]*find_buildings/)
    const sea = await client.call('find_buildings', { near: '45,-45' })
    expect([sea.isError ?? false, textOf(sea)]).toEqual([false, expect.stringMatching(/outside Canada|nearest is/)])
    const many = await client.call('resolve_buildings', { queries: Array(26).fill({ address: '1 Bloor' }) })
    expect([many.isError, textOf(many)]).toEqual([true, expect.stringContaining('/queries')])
  })

  it('connects and lists tools on a plan without MCP, and tool calls fail with plan_required', async () => {
    const limited = await overHttp(era, server.url, await server.newKey('starter'))
    expect(await limited.tools()).toHaveLength(15)
    expect(await limited.read('docs://confidence')).toContain('Confidence')
    const result = await limited.call('search_projects', {})
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('Error plan_required: The starter plan does not include tools over MCP')
    expect(textOf(result)).toContain('required_plans: pro, elite')
    expect(textOf(result)).toContain(`upgrade_url: ${server.url.split(':')[0]}`)
    expect(textOf(result)).toContain('Tell the user')
    await expect(limited.read('project://1000')).rejects.toThrow(/plan_required/)
    await limited.close()
  })
})

it('reads only the 15 sandbox projects with a sandbox key', async () => {
  const client = await overHttp('2026-07-28', server.url, await server.newKey('sandbox'))
  const found = await client.call('search_projects', { limit: 50 })
  expect(found.isError).not.toBe(true)
  expect(found.structuredContent).toMatchObject({ meta: { total: 15 } })
  expect(JSON.parse(await client.read('project://1'))).toMatchObject({ id: 1 })
  const production = await client.call('get_project', { project_id: snapshot().projects.toArray()[0]!.id })
  expect(textOf(production)).toContain('project_not_found')
  await client.close()
})

it('does not expose data outside the plan or scope through tool options', async () => {
  const { db, secrets } = server.app.foundation
  const { access } = server.app.services
  const { fresh } = await db.tx((tx) => grantKey(tx, secrets, { plan: 'pro', scopes: ['projects:read'] }))
  await access.directory.sync()
  const [pro, narrow] = [server.keys.pro, fresh.text]
  const { id } = snapshot().projects.toArray()[0]!
  const rows = [
    [pro, 'get_project', { project_id: id, as_of: '2026-01-01' }, 'plan_required'],
    [pro, 'list_floor_plans', { project_id: id, as_of: '2026-01-01' }, 'plan_required'],
    [narrow, 'get_project', { project_id: id, include: ['floor_plans'] }, 'insufficient_scope'],
    [narrow, 'get_project', { project_id: id, include: ['media'] }, 'insufficient_scope'],
  ] as const
  for (const [key, name, input, code] of rows) {
    const client = await overHttp('2026-07-28', server.url, key)
    const result = await client.call(name, input)
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(`Error ${code}:`)])
    expect(result.structuredContent).toBeUndefined()
    await client.close()
  }
})

describe('an uncertain result', () => {
  let client: AgentClient
  beforeAll(async () => {
    client = await overHttp('2026-07-28', server.url, await server.newKey('pro'))
  })
  afterAll(() => client.close())

  it('asks which tower, with their addresses, if the project has several', async () => {
    const { links } = server.app.services
    const found = snapshot()
      .projects.toArray()
      .filter(({ buildings }) => buildings.length > 1)
      .map((project) => ({ project, query: { address: project.name, city: project.city_name } }))
      .find(({ query }) => links.inspect(query, 'production').result.links[0]?.match_level === 'project')
    expect(found).toBeDefined()
    const { project, query } = found!
    const result = await client.call('resolve_building', query)
    expect(result.structuredContent.data[0]).toMatchObject({ project_id: project.id, building_id: null })
    const question = /^Ask the user which tower: (.+) or (.+)\.$/m.exec(textOf(result))
    expect(question).not.toBeNull()
    for (const { addresses } of project.buildings.slice(0, 6)) {
      const current = addresses.find(({ valid_to }) => valid_to === null) ?? addresses[0]!
      expect(textOf(result)).toContain(current.line)
    }
  })

  it('reports no match with the reason and without a guess', async () => {
    const result = await client.call('resolve_building', { address: '999999 Nowhere Blvd' })
    expect(result.structuredContent.data).toEqual([])
    expect(textOf(result)).toMatch(/^No building found: .+\. Do not guess/)
  })

  it('suggests the correct name for an unknown filter value', async () => {
    const { city_name } = snapshot().projects.toArray()[0]!
    const result = await client.call('search_projects', { city: [`${city_name}x`] })
    expect(textOf(result)).toContain(`Did you mean "${city_name}"?`)
    const values = await client.call('lookup_values', { field: 'status' })
    const names = values.structuredContent.values.map(({ value }: { value: string }) => value)
    expect(names).toEqual(expect.arrayContaining(['selling', 'unknown']))
    expect(names).toHaveLength(13)
  })
})

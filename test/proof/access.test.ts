// The pure pieces of the access proof: the table, what OpenAPI states, and the search for hidden data.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runChecks } from '../../tools/proof/access/access-part.ts'
import type { AccessRow, Caller } from '../../tools/proof/access/access-table.ts'
import { difference, expectedOutcome, isLetIn, readAccessTable } from '../../tools/proof/access/access-table.ts'
import { documentedDifferences, documentedPolicy } from '../../tools/proof/access/documented-policy.ts'
import { comparable, hiddenIn } from '../../tools/proof/access/hidden-data.ts'
import { LEAK_WAYS } from '../../tools/proof/access/leak-ways.ts'
import { twinStages } from '../../tools/proof/access/twin-rows.ts'
import { differenceOf } from '../../tools/proof/access/twins.ts'
import type { Breach } from '../../tools/proof/part.ts'
import { SeededRandom } from '../support/random.ts'

const table = readAccessTable()
const openapi = () => JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
const row = (route: string) => table.find((one) => one.route === route)!
const key = (column: Caller['column'], more: Partial<Caller> = {}): Caller => ({
  name: 'a key',
  column,
  headers: {},
  ...more,
})

describe('the table of access', () => {
  it('agrees with the plans and scopes in OpenAPI', () => {
    expect(documentedDifferences(table, openapi())).toEqual([])
  })

  it('is compared with OpenAPI in both directions', () => {
    const document = openapi()
    document.paths['/api/v1/projects'].get.description = 'Plans: pro, elite. Scope: `media:read`.'
    document.paths['/api/v1/new'] = { get: { description: 'Plans: elite.' } }
    expect(documentedDifferences(table, document)).toEqual([
      'GET /api/v1/projects: plans sandbox,starter,pro,elite in the table, pro,elite in OpenAPI',
      'GET /api/v1/projects: scope projects:read in the table, media:read in OpenAPI',
      'GET /api/v1/new is not in the table',
    ])
    expect(documentedPolicy('Requires the operator role.')).toBeUndefined()
  })

  it.each<[string, Caller, number, string | undefined]>([
    ['GET /api/v1/floor-plans', key('starter'), 403, 'plan_required'],
    ['GET /api/v1/floor-plans', key('starter', { scopes: [] }), 403, 'plan_required'],
    ['GET /api/v1/floor-plans', key('pro', { scopes: ['media:read'] }), 403, 'insufficient_scope'],
    ['GET /api/v1/floor-plans', key('pro', { scopes: ['floor_plans:read'] }), 200, undefined],
    ['GET /api/v1/floor-plans', key('elite', { audience: 'mcp' }), 401, 'invalid_token'],
    ['POST /mcp', key('elite', { audience: 'mcp' }), 200, undefined],
    ['POST /mcp', key('elite', { audience: 'api' }), 401, 'invalid_token'],
    ['GET /metrics', key('elite', { audience: 'mcp' }), 403, 'credential_not_accepted'],
    ['GET /metrics', key('operator'), 200, undefined],
    ['GET /metrics', key('curator'), 403, 'insufficient_scope'],
    ['POST /api/v1/api-keys', key('viewer'), 403, 'account_role_required'],
    ['POST /api/v1/api-keys', key('owner', { forged: true }), 403, 'csrf_token_invalid'],
    ['GET /api/v1/api-keys', key('owner', { forged: true }), 200, undefined],
    ['GET /api/v1/api-keys', key('elite', { invalid: { status: 401 } }), 401, undefined],
    ['GET /healthz', key('elite', { invalid: { status: 401 } }), 200, undefined],
    ['GET /desk', key('curator', { invalid: { status: 401 } }), 404, undefined],
  ])('%s, %o: %s %s', (route, caller, status, code) => {
    expect(expectedOutcome(row(route), caller)).toEqual({ status, ...(code && { code }) })
  })

  it('reports another status or code', () => {
    expect(difference({ status: 403, code: 'plan_required' }, 403, 'plan_required')).toBeUndefined()
    expect(difference({ status: 401 }, 401, 'missing_credentials')).toBeUndefined()
    expect(difference({ status: 403, code: 'plan_required' }, 403, 'insufficient_scope')).toBeDefined()
    expect(difference({ status: 403 }, 200, undefined)).toBeDefined()
  })

  it('tells an open door from another refusal', () => {
    expect(isLetIn({ status: 403 }, 404)).toBe(true)
    expect(isLetIn({ status: 401 }, 200)).toBe(true)
    expect(isLetIn({ status: 404 }, 200)).toBe(true)
    expect(isLetIn({ status: 404 }, 401)).toBe(false)
    expect(isLetIn({ status: 403 }, 401)).toBe(false)
    expect(isLetIn({ status: 401 }, 429)).toBe(false)
    expect(isLetIn({ status: 200 }, 403)).toBe(false)
  })

  it('has requests that change nothing: no answer is 201', () => {
    expect(table.filter(({ answer }: AccessRow) => answer.status === 201)).toEqual([])
  })
})

describe('the checks of a run', () => {
  const source = async () => key('elite')
  const cells = table.slice(0, 50).map((one) => ({ row: one, source }))
  const run = async (count: number, seed: number) => {
    const breaches: Breach[] = []
    const report = await runChecks(
      { count, seed, signal: new AbortController().signal, progress: () => undefined, breaches },
      {
        cells,
        checkCell: async ({ row }) => {
          const at = cells.findIndex((cell) => cell.row === row)
          return at === 7 || at === 9 ? { what: 'wrong', isLetIn: at === 9 } : undefined
        },
        tryLeak: async (random) => (random.below(40) === 0 ? ['leak'] : []),
      },
    )
    return { ...report, breaches }
  }

  it('include every cell, and the seed of a breach alone repeats it', async () => {
    const all = await run(100, 1000)
    expect(all).toMatchObject({ done: 100, cells: 50, letIn: 1, wrongCells: 2 })
    expect(all.leaks).toBeGreaterThan(0)
    expect(all.breaches).toHaveLength(2 + all.leaks)
    for (const breach of all.breaches) expect((await run(1, breach.seed)).breaches).toEqual([breach])
  })

  it('count a cell once, however often a long run asks', async () => {
    const all = await run(240, 1000)
    expect(all).toMatchObject({ done: 240, cells: 50, letIn: 1, wrongCells: 2 })
  })
})

describe('the search for hidden data', () => {
  const hidden = { projects: new Set([7]), media: new Set([70]), plans: true }

  it('finds hidden projects, media and floor plans at any depth', () => {
    const body = {
      data: [
        { project_id: 7 },
        { id: 7, slug: 'a', city_name: 'Toronto' },
        { id: 7, title: 'not a project' },
        { media: [{ id: 70, kind: 'floor_plan', url: '/x' }], floor_plans: [{}], units: [] },
      ],
    }
    expect(hiddenIn(body, hidden)).toEqual([
      '/data/0/project_id 7',
      '/data/1/id 7, a hidden project',
      '/data/3/floor_plans',
      '/data/3/media/0/id 70, a hidden media item',
    ])
  })

  it('compares errors without what identifies the request', () => {
    const [one, two] = [7, 8].map((id) => `{"detail":"Project ${id}","instance":"/p/${id}","request_id":"r${id}"}`)
    expect(comparable(one!, 7, 8)).toBe(comparable(two!, 7, 8))
    expect(comparable(one!)).not.toBe(comparable(two!))
  })

  it('asks the same questions for the same seed', () => {
    const lists = { projects: [1, 2], buildings: [3], floorPlans: [4], units: [5], planMedia: [6], freeMedia: [8] }
    const catalogue = { ...lists, addresses: ['1 A St, Toronto'], names: ['Aura'] }
    const all = () => {
      const random = new SeededRandom(5)
      return LEAK_WAYS.map(({ ask, plans }) => ask(catalogue, random, plans[0]!))
    }
    expect(all()).toEqual(all())
    expect(all().filter((question) => /undefined|\{\w+\}/.test(JSON.stringify(question)))).toEqual([])
  })
})

describe('two servers whose data differ in hidden fields', () => {
  const paths = (one: unknown, other: unknown, at = ''): string[] => {
    if (one === null || typeof one !== 'object' || other === null || typeof other !== 'object')
      return one === other ? [] : [at]
    return Object.keys({ ...one, ...other }).flatMap((name) =>
      paths((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name], `${at}.${name}`),
    )
  }

  it('have projects that differ in one field each', () => {
    for (const { twins } of twinStages())
      for (const { field, one, other } of twins) {
        const found = paths(one, other)
        expect(found.every((path) => path.startsWith(`.${field}`))).toBe(true)
        expect(found.length).toBeGreaterThan(0)
      }
  })

  it('must give the same status, headers and bytes, apart from the id of the request', () => {
    const reply = (status: number, etag: string, body: string) => ({
      status,
      headers: { etag },
      body: Buffer.from(body),
    })
    const one = reply(200, '"a"', '{"name":"x","request_id":"req_1"}')
    expect(differenceOf(one, reply(200, '"a"', '{"name":"x","request_id":"req_2"}'))).toBeUndefined()
    expect(differenceOf(one, reply(404, '"a"', '{"name":"x"}'))).toMatch('status')
    expect(differenceOf(one, reply(200, '"b"', '{"name":"x","request_id":"req_2"}'))).toMatch('etag')
    expect(differenceOf(one, reply(200, '"a"', '{"name":"y"}'))).toMatch('differs')
  })
})

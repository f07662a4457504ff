// Homes over HTTP: the list, and one home with its listings.
import { z } from 'zod'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { HomePosition } from '../../listings/homes/find-homes.ts'
import { recordResponse } from '../rest/envelope.ts'
import { keyPaging } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import { accountOperation } from '../server/route.ts'
import { HomeSchema, HomesPage, HomesQuery, toHomeJson } from './home-schemas.ts'
import { ownerOf } from './listing-input.ts'
import { readListings } from './listing-operations.ts'

const READ = { tag: 'Listings', policy: readListings } as const
const DEFAULT_HOMES = 50

export const list = accountOperation({
  id: 'listHomes',
  ...READ,
  summary: 'List the homes of your listings, by building and unit',
  description:
    'A home is one unit of one building with all your listings of it. Only listings with a unit and with the recommended ' +
    'action `accept` make a home; parking spots and lockers do not. All filters must match.',
  query: HomesQuery,
  response: { status: 200, schema: HomesPage },
  example: { call: 'homes.list', query: { status: 'active', limit: 20 } },
  async handle({ services, principal, query }) {
    const { limit = DEFAULT_HOMES, cursor, project_id, ...filters } = query
    const owner = ownerOf(principal)
    const paging = keyPaging(services, principal, 'homes', { ...filters, project_id })
    const position = paging.after(cursor)
    const after = position === undefined ? undefined : (JSON.parse(position) as HomePosition)
    const building_ids = buildingsOf(services.catalog.snapshot(owner.dataset), project_id)
    const { homes, hasMore } = await services.listings.homes(owner, { ...filters, building_ids }, { limit, after })
    const last = homes.at(-1)?.home
    const next = last && JSON.stringify({ building_id: last.building_id, unit: last.unit } satisfies HomePosition)
    return { body: { data: homes.map(toHomeJson), meta: paging.meta(homes.length, next, hasMore) } }
  },
})

function buildingsOf(snapshot: Snapshot, projectId: number | undefined): readonly number[] | undefined {
  if (projectId === undefined) return undefined
  return snapshot.projects.get(projectId)?.buildings.map(({ id }) => id) ?? []
}

export const one = accountOperation({
  id: 'getHome',
  ...READ,
  summary: 'Get a home with its listings and campaigns',
  params: z.object({ id: textParam(40, 'The id of the home') }),
  response: { status: 200, schema: recordResponse(HomeSchema) },
  example: { call: 'homes.get', params: { id: 'hom_0123456789abcdef01234567' } },
  async handle({ services, principal, params }) {
    const home = await services.listings.home(ownerOf(principal), params.id)
    if (!home) throw new Fault('home_not_found', { detail: say`Your account has no home "${params.id}".` })
    return { body: { data: toHomeJson(home) } }
  },
})

// The dataset over HTTP: its version, changes and reference lists.

import { LIMITS } from '../../access/rights/plans.ts'
import { credential, hasPart } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import { pageOf } from '../../catalog/query/list-page.ts'
import { inventedProjects, listCities, listDevelopers } from '../../catalog/query/reference-lists.ts'
import { sampleAddress } from '../../catalog/query/sample-address.ts'
import type { MediaKind } from '../../catalog/records/record-schemas.ts'
import { isFreeMedia, isOpenData } from '../../catalog/records/record-types.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { ChangeType } from '../../events/event-patterns.ts'
import { CHANGE_TYPES, matchesType } from '../../events/event-patterns.ts'
import type { Dataset } from '../../events/event-types.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { translate } from '../french/translate.ts'
import { CitySchema, DeveloperSchema } from '../projects/catalog-schemas.ts'
import { ReferenceQuery } from '../projects/project-query.ts'
import { serializerFor } from '../projects/record-json.ts'
import { listResponse, recordResponse } from '../rest/envelope.ts'
import { pagingOf } from '../rest/paging.ts'
import { languageOf } from '../server/page-language.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import { planReceives } from '../webhooks/webhook-payload.ts'
import { ChangesQuery, ChangesSchema, DatasetSchema, toChangeJson } from './change-schemas.ts'

const readProjects = credential({ scope: 'projects:read', feature: 'core' })
const REFERENCE_LISTS = { tag: 'Projects', policy: readProjects, cacheable: true, compressed: true } as const

const DEMO = 'Demonstration data: real streets and cities; invented buildings, names, prices and people.'
const SANDBOX = 'Sandbox data, for testing: 15 projects with the complete schema. Two are real buildings.'
const MIXED =
  'Real buildings from open data, and invented projects on real streets. `invented` of each record says which it is.'
const REAL = 'Real buildings from open data or imported by the operator of this installation.'

function aboutOf(dataset: Dataset, projects: number, invented: number): string {
  if (dataset === 'sandbox') return SANDBOX
  return invented === 0 ? REAL : invented < projects ? MIXED : DEMO
}

/** Visitors find the real buildings that ship with Plinth, which come first. */
function visitorSample({ catalog }: CatalogueServices, { credential }: Principal): string | null {
  if (credential.kind !== 'visitor') return null
  const snapshot = catalog.snapshot('production')
  return snapshot.projects.size > 0 && isOpenData(snapshot.projects.at(0)) ? sampleAddress(snapshot) : null
}

const detail = catalogueOperation({
  id: 'getDataset',
  tag: 'Dataset',
  compressed: true,
  policy: { ...readProjects, whileLoading: true },
  summary: 'Get the dataset’s version, size and freshness',
  response: { status: 200, schema: recordResponse(DatasetSchema) },
  example: { call: 'dataset' },
  async handle(call) {
    const { services, principal } = call
    const { dataset } = principal
    const language = languageOf(call)
    const snapshot = services.catalog.snapshot(dataset)
    const { projects, floor_plans, units, media, version, published_at, loaded_at, checked_at } =
      services.catalog.freshness(dataset)
    const invented = inventedProjects(snapshot)
    const { state, ...progress } = services.loading.progress(dataset) ?? { state: 'ready' as const }
    const data = {
      dataset,
      state,
      progress: 'done' in progress ? progress : null,
      version,
      published_at,
      is_demonstration: invented > 0,
      about: translate(aboutOf(dataset, projects, invented), language),
      counts: {
        projects,
        real_projects: projects - invented,
        invented_projects: invented,
        buildings: snapshot.buildings.size,
        floor_plans,
        units,
        media,
      },
      sample_address: state === 'loading' ? null : sampleAddress(snapshot),
      visitor_sample_address: visitorSample(services, principal),
      // Without the database, `sequence` and `last_refresh` are null and the rest is shown.
      sequence: await services.catalog.sequenceOf(snapshot).catch(() => null),
      model_version: snapshot.matcher.model_version,
      last_refresh: dataset === 'production' ? await services.data.lastRefresh().catch(() => null) : null,
      loaded_at,
      checked_at,
    }
    return { body: { data }, headers: { 'content-language': language, vary: 'Accept-Language' } }
  },
})

/** Change types in the caller's plan. Floor plan and unit changes need a plan with those features. */
function visibleTypes(principal: Principal): readonly ChangeType[] {
  const { plan, credential } = principal
  const seesListings = credential.scopes.includes('listings:read')
  return CHANGE_TYPES.filter((type) => planReceives(plan, type) && (seesListings || !type.startsWith('listing')))
}

const changes = catalogueOperation({
  id: 'listChanges',
  tag: 'Dataset',
  compressed: true,
  policy: credential({ scope: 'projects:read', feature: 'changes', parts: ['plan_events', 'plan_media'] }),
  summary: 'List every change in order',
  description: 'Start with the `sequence` of an export or of /dataset. Continue with `meta.next_since`.',
  query: ChangesQuery,
  response: { status: 200, schema: ChangesSchema },
  example: { call: 'changes.list', query: { since: 0, limit: 100 } },
  async handle({ services, principal, query }) {
    const visible = visibleTypes(principal)
    const matching = (pattern: string) => visible.filter((type) => matchesType(pattern, type))
    // A pattern stands for the types in the plan. One without any is refused: an empty list would look like no changes.
    if (query.types?.some((pattern) => matching(pattern).length === 0))
      services.access.permissions.requirePart(principal, 'plan_events')
    if (query.types?.some((pattern) => pattern.startsWith('listing')))
      services.access.permissions.requireScope(principal, 'listings:read')
    const days = LIMITS[principal.plan].change_retention_days
    const result = await services.catalog.readChanges({
      dataset: principal.dataset,
      since: query.since,
      types: query.types ? [...new Set(query.types.flatMap(matching))] : visible,
      limit: query.limit ?? 100,
      accountId: principal.account.id,
      oldest: new Date(services.clock.now() - days * DAY_MS),
    })
    const exports_url = `${services.baseUrl}/api/v1/exports`
    if (result.kind === 'ahead')
      throw new Fault('sync_token_expired', {
        detail: say`"since" (${query.since}) is after the last change (${result.last}): the data of this server was restored from a backup, or the position is from another server. Download /api/v1/exports again and continue from its sequence.`,
        extra: { exports_url, last_sequence: result.last },
      })
    if (result.kind === 'rewound')
      throw new Fault('sync_token_expired', {
        detail: say`The database went back in time, and the changes before "since" (${query.since}) were lost. Download /api/v1/exports again and continue from its sequence.`,
        extra: { exports_url, last_sequence: result.last },
      })
    if (result.kind === 'expired')
      throw new Fault('sync_token_expired', {
        detail: say`Your plan stores changes for ${days} days. Download /api/v1/exports again and continue from its sequence.`,
        extra: { exports_url },
      })
    const paidMedia = hasPart(principal.plan, 'plan_media')
    const events = result.events.filter(
      ({ body }) => paidMedia || !body.media_kind || isFreeMedia(body.media_kind as MediaKind),
    )
    const { next_since, has_more } = result
    return { body: { data: events.map(toChangeJson), meta: { count: events.length, next_since, has_more } } }
  },
})

function filterByName<T extends { name: string }>(items: readonly T[], q: string | undefined): readonly T[] {
  if (q === undefined) return items
  const prefix = foldText(q)
  return items.filter(({ name }) => foldText(name).startsWith(prefix))
}

const developers = catalogueOperation({
  id: 'listDevelopers',
  ...REFERENCE_LISTS,
  summary: 'List developers with their project counts',
  query: ReferenceQuery,
  response: { status: 200, schema: listResponse(DeveloperSchema) },
  example: { call: 'developers.list', query: { limit: 20 } },
  handle({ services, principal, query }) {
    const { snapshot, edition } = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'developers', query)
    const page = pageOf(filterByName(listDevelopers(snapshot), query.q), paging.request)
    return { body: { data: page.records, meta: paging.meta(page, snapshot) }, etag: paging.etag(edition) }
  },
})

const cities = catalogueOperation({
  id: 'listCities',
  ...REFERENCE_LISTS,
  summary: 'List cities with their project counts',
  query: ReferenceQuery,
  response: { status: 200, schema: listResponse(CitySchema) },
  example: { call: 'cities.list', query: { q: 'van' } },
  handle({ services, principal, query }) {
    const { snapshot, edition } = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'cities', query)
    const page = pageOf(filterByName(listCities(snapshot), query.q), paging.request)
    return { body: { data: page.records, meta: paging.meta(page, snapshot) }, etag: paging.etag(edition) }
  },
})

// biome-ignore format: a table is read by its columns
export const datasetRoutes: readonly Route[] = [
  route('GET', '/api/v1/developers', developers),
  route('GET', '/api/v1/cities',     cities),
  route('GET', '/api/v1/dataset',    detail),
  route('GET', '/api/v1/changes',    changes),
]

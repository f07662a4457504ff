// Coverage over HTTP: buildings and what is known about them, by province, city and source.
import { credential } from '../../access/rights/policies.ts'
import { listCoverage } from '../../catalog/query/coverage.ts'
import { pageOf } from '../../catalog/query/list-page.ts'
import { filterWarnings } from '../../catalog/query/reference-lists.ts'
import { listResponse } from '../rest/envelope.ts'
import { pagingOf } from '../rest/paging.ts'
import { editionOf } from '../server/data-edition.ts'
import type { Route } from '../server/route.ts'
import { accountOperation, route } from '../server/route.ts'
import { CoverageQuery, CoverageSchema } from './coverage-schemas.ts'

const coverage = accountOperation({
  id: 'listCoverage',
  tag: 'Dataset',
  cacheable: true,
  compressed: true,
  policy: { ...credential({ scope: 'projects:read', feature: 'core', parts: ['listings'] }), whileLoading: true },
  summary: 'Show how many buildings the dataset has, and what is known about them',
  description:
    'Groups by province, city or source, those with the most buildings first. A building counts for each of its sources, ' +
    'and one in North York for Toronto too.',
  query: CoverageQuery,
  response: { status: 200, schema: listResponse(CoverageSchema) },
  example: { call: 'coverage.list', query: { by: 'city', limit: 5 } },
  handle({ services, principal, query }) {
    const { by = 'province', province, city, source, include } = query
    if (include) services.access.permissions.requirePart(principal, 'listings')
    const snapshot = services.catalog.snapshot(principal.dataset)
    const paging = pagingOf(services, principal, 'coverage', query)
    const page = pageOf(listCoverage(snapshot, { by, province, city, source }), paging.request)
    const meta = paging.meta(page, snapshot, city === undefined ? [] : filterWarnings(snapshot, { city: [city] }))
    if (!include) return { body: { data: page.records, meta }, etag: paging.etag(editionOf(services, principal)) }
    // A promise is not cached: listings change without a new version of the dataset.
    return services.listings
      .linkedShares({ accountId: principal.account.id, dataset: principal.dataset })
      .then((shareOf) => {
        const data = page.records.map((group) => {
          return { ...group, listings: group.source === null ? shareOf(group.province, group.city) : null }
        })
        return { body: { data, meta } }
      })
  },
})

export const coverageRoutes: readonly Route[] = [route('GET', '/api/v1/coverage', coverage)]

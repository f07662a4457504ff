// The sources of the data over HTTP: their licences, and the source of each field.

import { credential } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import { mayActAs } from '../../access/rights/roles.ts'
import type { FieldSource } from '../../catalog/records/field-sources.ts'
import { fieldSourcesOf } from '../../catalog/records/field-sources.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Attribution } from '../../ingest/sources/attributions.ts'
import { recordResponse } from '../rest/envelope.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import { AttributionsSchema } from './source-schemas.ts'

const attributions = catalogueOperation({
  id: 'getAttributions',
  tag: 'Dataset',
  compressed: true,
  policy: { ...credential({ scope: 'projects:read', feature: 'core' }), whileLoading: true },
  summary: 'List the sources of the dataset with their licences and attributions',
  description:
    'Show the attributions where you show the data. If `share_alike` is true, a database that you publish from this data must have the licence of the share-alike source.',
  response: { status: 200, schema: recordResponse(AttributionsSchema) },
  example: { call: 'attributions' },
  async handle({ services, principal: { dataset } }) {
    const snapshot = services.catalog.snapshot(dataset)
    const sources = await services.attributions.of(snapshot)
    const share_alike = sources.some((source) => source.share_alike)
    return { body: { data: { dataset, version: snapshot.version?.version ?? null, share_alike, sources } } }
  },
})

const OWN_DATA = 'none stated: data of the operator of this installation'

/** The content of LICENSES.txt. */
export function licencesText({ dataset, version }: Snapshot, sources: readonly Attribution[]): string {
  const shared = sources.filter((source) => source.share_alike)
  const notices = shared.map(
    ({ title, licence }) =>
      `SHARE-ALIKE: ${title} is under the ${licence}. A database that you publish from this data must be under the same licence.`,
  )
  const parts = sources.map(({ name, title, publisher, licence, licence_url, attribution, projects }) =>
    [
      title,
      `  Source: ${name}, in ${projects} projects`,
      ...(publisher === null ? [] : [`  Publisher: ${publisher}`]),
      `  Licence: ${licence ?? OWN_DATA}`,
      ...(licence_url === null ? [] : [`  ${licence_url}`]),
      ...(attribution === null ? [] : [`  Attribution: ${attribution}`]),
    ].join('\n'),
  )
  const head = `Licences of the ${dataset} dataset, version ${version?.version ?? 'none'}\n\nPass this file on with the data, and show the attributions where you show the data.`
  return `${[head, ...notices, ...parts].join('\n\n')}\n`
}

export async function projectSources(
  { attributions }: CatalogueServices,
  principal: Principal,
  snapshot: Snapshot,
  project: ProjectRecord,
) {
  const { fields, buildings } = fieldSourcesOf(project)
  const withKeys = isOperator(principal)
  const toJson = (sources: Readonly<Record<string, FieldSource>>) =>
    Object.fromEntries(Object.entries(sources).map(([field, from]) => [field, fieldSourceJson(from, withKeys)]))
  const names = new Set(
    [...Object.values(fields), ...buildings.flatMap((one) => Object.values(one.fields))].map(nameOf),
  )
  for (const { kind } of project.sources) names.add(kind)
  const used = (await attributions.of(snapshot)).filter(({ name }) => names.has(name))
  return {
    fields: toJson(fields),
    buildings: buildings.map(({ id, fields: own }) => ({ id, fields: toJson(own) })),
    sources: used.map(({ projects: _, ...source }) => source),
  }
}

const nameOf = ({ source }: FieldSource) => source

/** Row keys can be internal ids of the operator's own files. */
function fieldSourceJson({ source, key, observed_at }: FieldSource, withKey: boolean) {
  return { source, ...(withKey ? { key } : {}), observed_at }
}

function isOperator({ credential }: Principal): boolean {
  if (credential.kind !== 'session') return false
  const { id, role } = credential.session.person
  return role !== null && mayActAs({ id, role }, 'operator')
}

export const sourcesRoutes: readonly Route[] = [route('GET', '/api/v1/dataset/attributions', attributions)]

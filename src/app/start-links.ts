// Starts what answers from decisions: verified addresses, the desk and the lookups.
import type { Catalog } from '../catalog/catalog.ts'
import type { Database } from '../db/database.ts'
import { systemClock as clock } from '../kernel/clock.ts'
import { Desk } from '../links/desk/curator-desk.ts'
import { rekeyDecisions } from '../links/desk/rekey-decisions.ts'
import { LearningValue } from '../links/learning-value.ts'
import { Links } from '../links/links.ts'
import { UncertainQueryCounter } from '../links/uncertain-queries.ts'
import { VerifiedAddresses } from '../links/verified-addresses.ts'
import type { BuildOptions } from './build-services.ts'
import { ensureVerifiedExample } from './first-data.ts'

export async function startLinks(
  { foundation: { db }, log }: Pick<BuildOptions, 'foundation' | 'log'>,
  catalog: Catalog,
  jobs: Database,
) {
  const verified = new VerifiedAddresses(jobs)
  const learning = new LearningValue(jobs)
  await learning.refresh()
  const uncertainQueries = new UncertainQueryCounter(db, clock, learning)
  const links = new Links(catalog, verified, uncertainQueries)
  const rekeyed = await rekeyDecisions({ db: jobs, links, clock })
  if (rekeyed.read > 0) log.info(rekeyed, 'read the texts of decisions again, because the reader or the model changed')
  await verified.sync()
  const desk = new Desk(db, links, verified, clock)
  await ensureVerifiedExample(desk)
  return { links, desk, verified, uncertainQueries, learning }
}

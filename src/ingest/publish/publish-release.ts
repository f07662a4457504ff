// Publishes a release of a source: as the current data when it is the newest, else as the past.
import { fieldFault } from '../../kernel/fault.ts'
import { FileRefused, quoted } from '../record/draft.ts'
import type { ReleasePeriod } from '../rows/releases.ts'
import {
  hasReleases,
  periodOf,
  presentRows,
  STAGED_ROWS,
  stageFormerRows,
  stageRows,
  startReleases,
  storeRelease,
} from '../rows/releases.ts'
import type { HashedRow } from '../rows/stored-rows.ts'
import type { Publication } from './publication.ts'
import type { PublishOptions } from './publish.ts'
import type { PresentKey } from './read-state.ts'
import { restateProjects } from './restate.ts'

export function requirePastDay(day: string, now: Date): void {
  const time = Date.parse(day)
  const isDay = new Date(Number.isNaN(time) ? 0 : time).toISOString().slice(0, 10) === day
  if (!isDay || time > now.getTime())
    throw fieldFault(
      'invalid_parameter',
      '/as_of',
      `The release day must be a day until today, YYYY-MM-DD; got ${quoted(day)}.`,
    )
}

interface ReleaseSteps {
  readonly publishNewest: () => Promise<void>
  readonly readRows: (apply: (rows: readonly HashedRow[]) => Promise<void>) => Promise<unknown>
}

/** Returns how many rows the release had that this one follows. */
export async function publishRelease(
  publication: Publication,
  options: PublishOptions,
  present: ReadonlyMap<string, PresentKey>,
  { publishNewest, readRows }: ReleaseSteps,
): Promise<number> {
  const { source, asOf } = options
  const { tx, count, at, number: version } = publication
  if (!(await hasReleases(tx, source))) {
    if (asOf !== undefined) await startReleases(tx, source)
    else {
      await publishNewest()
      return present.size
    }
  }
  const period = await periodOf(tx, source, at)
  if (period.until === null) await publishNewest()
  else await stageRelease(publication, options, period, readRows)
  const rows = period.until === null ? presentRows(source) : STAGED_ROWS
  const release = await storeRelease(tx, { source, version }, period, rows)
  count.restated += release.changed
  await restateProjects(publication)
  if (period.until === null) return present.size
  count.unchanged = Math.max(0, count.rows - release.changed + release.gone)
  count.rowsGone = release.gone
  return release.before
}

/** A release that is not the newest changes nothing that is current. */
async function stageRelease(
  publication: Publication,
  options: PublishOptions,
  period: ReleasePeriod,
  readRows: ReleaseSteps['readRows'],
): Promise<void> {
  const { tx } = publication
  const { source, unreadableKeys = () => [], keylessRows = () => 0 } = options
  await stageRows(tx, [])
  await readRows(async (rows) => {
    if (rows.some(({ row }) => row.floor_plans.length + row.media.length + row.history.length > 0))
      throw new FileRefused('a release with floor plans, media or history must be imported before newer ones')
    await stageRows(
      tx,
      rows.map(({ row }) => row),
    )
  })
  await stageFormerRows(tx, source, period, keylessRows() > 0 ? 'all' : [...unreadableKeys()])
}

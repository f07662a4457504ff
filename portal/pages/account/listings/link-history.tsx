// How the link of a listing changed over time.
import type { ListingChange } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { text } from './text.ts'

type LinkState = ListingChange['before']

const words = text.history
const MAX_NAMES = 200
const reasons: Readonly<Record<string, string>> = words.why

interface History {
  readonly changes: readonly ListingChange[]
  /** Projects that left the dataset are missing. */
  readonly names: ReadonlyMap<number, string>
}

async function loadHistory(key: string, signal: AbortSignal): Promise<History> {
  const changes = await plinth.listings.history(key, { signal })
  const ids = [...new Set(changes.flatMap(({ before, after }) => [before.project_id, after.project_id]))]
  const known = ids.filter((id) => id !== null).slice(0, MAX_NAMES)
  if (known.length === 0) return { changes, names: new Map() }
  const { data } = await plinth.projects.list({ ids: known, fields: ['name'], limit: MAX_NAMES }, { signal })
  return { changes, names: new Map(data.map(({ id, name }) => [id, name])) }
}

interface LinkHistoryProps {
  readonly listingKey: string
  /** Changes when the link may have changed. */
  readonly version: number
}

function describe({ before, after }: ListingChange, names: History['names']): string {
  const name = (state: LinkState) => {
    const { project_id: id } = state
    return id === null ? words.none : (names.get(id) ?? fill(text.unknownProject, { id }))
  }
  const isSame = before.project_id === after.project_id && before.building_id === after.building_id
  const moved = isSame
    ? fill(words.same, { building: name(after) })
    : fill(words.moved, { before: name(before), after: name(after) })
  const share = (state: LinkState) => formatConfidence(state.match_confidence ?? 0)
  return `${moved}, ${fill(words.confidence, { before: share(before), after: share(after) })}`
}

export function LinkHistory({ listingKey, version }: LinkHistoryProps) {
  const loaded = useLoad(`history ${listingKey} ${version}`, (signal) => loadHistory(listingKey, signal))
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <WhenLoaded result={loaded}>
        {({ changes, names }) =>
          changes.length === 0 ? (
            <Empty>{words.empty}</Empty>
          ) : (
            <ol class="entries link-history">
              {changes.map((change) => (
                <li key={change.event_id}>
                  <strong>{reasons[change.why] ?? change.why}</strong>
                  <span class="quiet nowrap push">{formatDateTime(change.occurred_at)}</span>
                  <p>{describe(change, names)}</p>
                </li>
              ))}
            </ol>
          )
        }
      </WhenLoaded>
    </section>
  )
}

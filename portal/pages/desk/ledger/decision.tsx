// One decision: what it changed for callers, its life, the evidence it was made on.
import type { DecisionDetail } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatConfidence, strategyLabel } from '../../../parts/evidence-text.ts'
import { formatDateTime, formatNumber, humanize, NO_VALUE } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { describeDecision, StateBadge } from '../review/case-context.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { text } from './text.ts'

type Place = DecisionDetail['answer_before']

function Answer({ title, place, nothing = text.noMatch }: { title: string; place: Place; nothing?: string }) {
  return (
    <div class="answer">
      <h3>{title}</h3>
      {place ? (
        <>
          <p>
            <strong>{place.project_name ?? `#${place.project_id}`}</strong>
          </p>
          <Badge tone={place.match_method === 'verified' ? 'good' : 'none'}>
            {place.match_method === 'verified'
              ? text.verified
              : `${text.auto} ${formatConfidence(place.match_confidence)}`}
          </Badge>
        </>
      ) : (
        <p class="quiet">{nothing}</p>
      )}
    </div>
  )
}

interface Evidence {
  readonly dataset_version?: string
  readonly model_version?: string
  readonly candidates?: readonly {
    readonly project_id?: number
    readonly building_id?: number | null
    readonly confidence?: number
    readonly strategy?: string
    readonly score?: number
  }[]
}

function EvidenceThen({ of }: { of: Evidence }) {
  const { candidates = [], dataset_version = NO_VALUE, model_version = NO_VALUE } = of
  return (
    <section>
      <h2>{text.evidence}</h2>
      <p class="quiet">{text.version(dataset_version, model_version)}</p>
      {candidates.length === 0 ? (
        <Empty>{text.noCandidates}</Empty>
      ) : (
        <section class="scroll" tabIndex={0} aria-label={text.evidence}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.candidate}</th>
                <th scope="col" class="number">
                  {text.probability}
                </th>
                <th scope="col">{text.strategy}</th>
                <th scope="col" class="number">
                  {text.bits}
                </th>
              </tr>
            </thead>
            <tbody>
              {candidates.map(({ project_id, building_id, confidence, strategy, score }, place) => (
                <tr key={place}>
                  <td>
                    {text.projectOf(String(project_id ?? NO_VALUE), building_id == null ? '' : String(building_id))}
                  </td>
                  <td class="number">{formatConfidence(confidence ?? 0)}</td>
                  <td>{strategyLabel(strategy ?? '')}</td>
                  <td class="number">{score?.toFixed(1) ?? NO_VALUE}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function Told({ events }: Pick<DecisionDetail, 'events'>) {
  if (events.length === 0) return <Empty>{text.toldNothing}</Empty>
  return (
    <ul class="plain-list">
      {events.map(({ sequence, type, occurred_at }) => (
        <li key={sequence}>
          <code>{type}</code> {text.sequence} {formatNumber(sequence)}
          <small>{formatDateTime(occurred_at)}</small>
        </li>
      ))}
    </ul>
  )
}

function Life({ moves }: Pick<DecisionDetail, 'moves'>) {
  return (
    <ol class="plain-list">
      {moves.map(({ from_state, to_state, actor, actor_email, note, moved_at }, place) => (
        <li key={place}>
          <strong>{text.move(from_state ? humanize(from_state) : '', humanize(to_state))}</strong>
          {note && <q>{note}</q>}
          <small>{text.by(actor_email ?? actor, formatDateTime(moved_at))}</small>
        </li>
      ))}
    </ol>
  )
}

export function OneDecision({ id }: { id: string }) {
  const loaded = useLoad(id, (signal) =>
    plinth.request<{ data: DecisionDetail }>('GET', `/api/v1/desk/decisions/${encodeURIComponent(id)}`, { signal }),
  )
  return (
    <>
      <p>
        <a href="/desk/ledger">← {text.back}</a>
      </p>
      <WhenLoaded result={loaded} lines={8}>
        {({ data }) => (
          <article class="decision">
            <div class="card">
              <p class="decision-text">{data.text}</p>
              <p>
                <StateBadge state={data.state} /> {describeDecision(data)} · {data.actor_email ?? data.actor},{' '}
                {formatDateTime(data.decided_at)}
              </p>
              {data.note && <q>{data.note}</q>}
              <p class="quiet">
                {text.key} <code>{data.address_key}</code>
              </p>
              <div class="row">
                <DecisionActions of={data} onDone={loaded.reload} />
                {data.case_id && (
                  <a class="button second small" href={`/desk#case=${encodeURIComponent(data.case_id)}`}>
                    {text.theCase}
                  </a>
                )}
              </div>
            </div>
            <section>
              <h2>{text.answers}</h2>
              <div class="answers">
                <Answer title={text.before} place={data.answer_before} />
                <Answer
                  title={text.after}
                  place={data.state === 'proposed' ? null : data.answer_after}
                  nothing={data.state === 'proposed' ? text.notInForce : text.noneOfOurs}
                />
                <Answer title={text.now} place={data.answer_now} />
              </div>
            </section>
            <div class="beside">
              <section>
                <h2>{text.moves}</h2>
                <Life moves={data.moves} />
              </section>
              <section>
                <h2>{text.told}</h2>
                <Told events={data.events} />
              </section>
            </div>
            <EvidenceThen of={(data.evidence ?? {}) as Evidence} />
          </article>
        )}
      </WhenLoaded>
    </>
  )
}

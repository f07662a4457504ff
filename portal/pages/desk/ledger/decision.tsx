// One decision: what it changed for callers, its history and its evidence.
import type { DecisionDetail } from '../../../../src/http/api-types.ts'
import { useRecord } from '../../../api/use-load.ts'
import { formatConfidence, strategyLabel } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, humanize, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { BackLink, Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import { describeDecision, StateBadge } from '../parts/decision-summary.tsx'
import { text as shared } from '../parts/text.ts'
import { DecisionActions } from './decision-actions.tsx'
import { text } from './text.ts'

interface AnswerProps {
  readonly title: string
  readonly answer: DecisionDetail['answer_before' | 'answer_now']
  readonly empty?: string
}

function Answer({ title, answer, empty = shared.noMatch }: AnswerProps) {
  const isVerified = answer?.match_method === 'verified'
  return (
    <div class="tile flush">
      <h3 class="quiet">{title}</h3>
      {answer ? (
        <>
          <p>
            <strong>{answer.project_name ?? `#${answer.project_id}`}</strong>
          </p>
          <Badge tone={isVerified ? 'good' : 'none'}>
            {isVerified
              ? shared.verified
              : fill(text.automatic, { confidence: formatConfidence(answer.match_confidence) })}
          </Badge>
        </>
      ) : (
        <p class="quiet">{empty}</p>
      )}
    </div>
  )
}

interface Candidate {
  readonly project_id?: number
  readonly building_id?: number | null
  readonly confidence?: number
  readonly strategy?: string
  readonly score?: number
}

interface EvidenceRecord {
  readonly dataset_version?: string
  readonly model_version?: string
  readonly candidates?: readonly Candidate[]
}

const CANDIDATE_COLUMNS: readonly Column<Candidate>[] = [
  {
    key: 'candidate',
    title: text.candidate,
    cell: ({ project_id, building_id: building }) => {
      const id = project_id ?? NO_VALUE
      return building == null ? fill(text.candidateProject, { id }) : fill(text.candidateBuilding, { id, building })
    },
  },
  {
    key: 'probability',
    title: text.probability,
    number: true,
    cell: ({ confidence }) => formatConfidence(confidence ?? 0),
  },
  { key: 'strategy', title: text.strategy, cell: ({ strategy }) => strategyLabel(strategy ?? '') },
  { key: 'bits', title: text.bits, number: true, cell: ({ score }) => score?.toFixed(1) ?? NO_VALUE },
]

function Evidence({ evidence }: { evidence: EvidenceRecord }) {
  const { candidates = [], dataset_version = NO_VALUE, model_version = NO_VALUE } = evidence
  return (
    <section>
      <h2>{text.evidence}</h2>
      <p class="quiet">{fill(text.version, { dataset: dataset_version, model: model_version })}</p>
      {candidates.length === 0 ? (
        <Empty>{text.noCandidates}</Empty>
      ) : (
        <DataTable
          label={text.evidence}
          columns={CANDIDATE_COLUMNS}
          rows={candidates}
          rowKey={({ project_id, building_id }) => `${project_id} ${building_id}`}
        />
      )}
    </section>
  )
}

function EventList({ events }: Pick<DecisionDetail, 'events'>) {
  if (events.length === 0) return <Empty>{text.noEvents}</Empty>
  return (
    <ul class="entries">
      {events.map(({ sequence, type, occurred_at }) => (
        <li key={sequence}>
          <code>{type}</code> {text.sequence} {formatNumber(sequence)}
          <small class="block">{formatDateTime(occurred_at)}</small>
        </li>
      ))}
    </ul>
  )
}

function History({ moves }: Pick<DecisionDetail, 'moves'>) {
  return (
    <ol class="entries">
      {moves.map(({ from_state: from, to_state: to, actor, actor_email, note, moved_at }, i) => (
        <li key={i}>
          <strong>{from ? `${humanize(from)} → ${humanize(to)}` : humanize(to)}</strong>
          {note && <q>{note}</q>}
          <small class="block">{fill(text.by, { person: actor_email ?? actor, time: formatDateTime(moved_at) })}</small>
        </li>
      ))}
    </ol>
  )
}

export function DecisionPage({ id }: { id: string }) {
  const loaded = useRecord<DecisionDetail>(`/api/v1/desk/decisions/${encodeURIComponent(id)}`)
  return (
    <>
      <BackLink href="/desk/ledger" label={text.back} />
      <WhenLoaded result={loaded} lines={8}>
        {(data) => {
          const isProposed = data.state === 'proposed'
          return (
            <article>
              <div class="card">
                <p class="typed">{data.text}</p>
                <p>
                  <StateBadge decision={data} /> {describeDecision(data)} ·{' '}
                  {fill(text.by, { person: data.actor_email ?? data.actor, time: formatDateTime(data.decided_at) })}
                </p>
                {data.note && <q>{data.note}</q>}
                <p class="quiet">
                  {text.addressKey} <code>{data.address_key}</code>
                </p>
                <div class="row">
                  <DecisionActions decision={data} onDone={loaded.reload} />
                  {data.case_id && (
                    <a class="button second small" href={`/desk#case=${encodeURIComponent(data.case_id)}`}>
                      {text.openCase}
                    </a>
                  )}
                </div>
              </div>
              <section>
                <h2>{text.answers}</h2>
                <div class="grid fit" style={{ '--min': '14rem', '--gap': 'var(--s3)' }}>
                  <Answer title={text.before} answer={data.answer_before} />
                  <Answer
                    title={text.after}
                    answer={isProposed ? null : data.answer_after}
                    empty={isProposed ? text.notInForce : shared.noMatch}
                  />
                  <Answer title={text.now} answer={data.answer_now} />
                </div>
              </section>
              <div class="beside">
                <section>
                  <h2>{text.history}</h2>
                  <History moves={data.moves} />
                </section>
                <section>
                  <h2>{text.events}</h2>
                  <EventList events={data.events} />
                </section>
              </div>
              <Evidence evidence={(data.evidence ?? {}) as EvidenceRecord} />
            </article>
          )
        }}
      </WhenLoaded>
    </>
  )
}

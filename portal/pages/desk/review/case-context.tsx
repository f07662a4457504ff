// What is known of a case beside the matcher's view: what callers get now, what was decided, what callers said.
import type { CaseDetail, Decision } from '../../../../src/contract/api-types.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { formatConfidence } from '../../../parts/evidence-text.ts'
import { formatDateTime, formatNumber, humanize } from '../../../parts/format.ts'
import { text } from './text.ts'

const STATE_TONES: Readonly<Record<Decision['state'], Tone>> = {
  proposed: 'info',
  verified: 'good',
  revoked: 'bad',
  superseded: 'none',
}

export function StateBadge({ state }: { state: Decision['state'] }) {
  return <Badge tone={STATE_TONES[state]}>{humanize(state)}</Badge>
}

export function describePlace({ project_name, project_id }: Pick<Decision, 'project_name' | 'project_id'>): string {
  return project_id === null ? text.noneOfOurs : (project_name ?? `#${project_id}`)
}

/** `accept → The Howe Residences`, `none of ours`. */
export function describeDecision(decision: Pick<Decision, 'kind' | 'project_name' | 'project_id'>): string {
  const verdict = text.verdicts[decision.kind]
  return decision.project_id === null ? verdict : `${verdict} → ${describePlace(decision)}`
}

function Now({ of: { answer_now } }: { of: CaseDetail }) {
  return (
    <p>
      <span class="quiet">{text.now} </span>
      {answer_now ? (
        <>
          <strong>{answer_now.project_name}</strong>{' '}
          <Badge tone={answer_now.match_method === 'verified' ? 'good' : 'none'}>
            {answer_now.match_method === 'verified' ? text.verified : formatConfidence(answer_now.match_confidence)}
          </Badge>
        </>
      ) : (
        <strong>{text.nothingNow}</strong>
      )}
    </p>
  )
}

interface Said {
  readonly id?: string
  readonly verdict?: string
  readonly note?: string | null
  readonly project_id?: number | null
  readonly created_at?: string
}

const SAID: Readonly<Record<string, string>> = { ...text.verdicts, confirm: text.confirm }

/** The newest are enough to decide by; the ledger has the rest. */
const MOST = 5

function More({ count }: { count: number }) {
  return count > 0 ? <li class="quiet">{text.andMore(formatNumber(count))}</li> : null
}

export function CaseContext({ of }: { of: CaseDetail }) {
  const feedback = of.feedback as readonly Said[]
  return (
    <div class="about-case">
      <Now of={of} />
      {of.decisions.length === 0 && feedback.length === 0 && <p class="quiet">{text.noHistory}</p>}
      {of.decisions.length > 0 && (
        <section>
          <h3>{text.before}</h3>
          <ul>
            {of.decisions.slice(0, MOST).map((decision) => (
              <li key={decision.id}>
                <StateBadge state={decision.state} /> {describeDecision(decision)}
                {decision.note && <q>{decision.note}</q>}
                <small>
                  {text.decidedBy(decision.actor_email ?? decision.actor, formatDateTime(decision.decided_at))}
                </small>
              </li>
            ))}
            <More count={of.decisions.length - MOST} />
          </ul>
        </section>
      )}
      {feedback.length > 0 && (
        <section>
          <h3>{text.feedback}</h3>
          <ul>
            {feedback.slice(0, MOST).map(({ id, verdict = '', note, project_id, created_at }) => (
              <li key={id}>
                <Badge tone={verdict === 'confirm' ? 'good' : 'warn'}>{SAID[verdict] ?? verdict}</Badge>{' '}
                {project_id != null && text.wantsProject(String(project_id))}
                {note && <q>{note}</q>}
                <small>{formatDateTime(created_at)}</small>
              </li>
            ))}
            <More count={feedback.length - MOST} />
          </ul>
        </section>
      )}
    </div>
  )
}

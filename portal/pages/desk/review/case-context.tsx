// Background of a case: the current match, earlier decisions and feedback.
import type { CaseDetail } from '../../../../src/http/api-types.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { describeDecision, StateBadge } from '../parts/decision-summary.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

function CurrentMatch({ of: { answer_now: match } }: { of: CaseDetail }) {
  const isVerified = match?.match_method === 'verified'
  return (
    <p>
      <span class="quiet">{text.now} </span>
      {match ? (
        <>
          <strong>{match.project_name}</strong>{' '}
          <Badge tone={isVerified ? 'good' : 'none'}>
            {isVerified ? shared.verified : formatConfidence(match.match_confidence)}
          </Badge>
        </>
      ) : (
        <strong>{text.noMatch}</strong>
      )}
    </p>
  )
}

interface Feedback {
  readonly id?: string
  readonly verdict?: string
  readonly note?: string | null
  readonly project_id?: number | null
  readonly created_at?: string
}

const verdicts: Readonly<Record<string, string>> = text.feedbackVerdicts

/** The newest are enough to decide; the ledger has the rest. */
const MAX_SHOWN = 5

function More({ count }: { count: number }) {
  return count > 0 ? <li class="quiet">{fill(text.andMore, { count: formatNumber(count) })}</li> : null
}

export function CaseContext({ of }: { of: CaseDetail }) {
  const feedback = of.feedback as readonly Feedback[]
  return (
    <div class="case-context">
      <CurrentMatch of={of} />
      {of.decisions.length === 0 && feedback.length === 0 && <p class="quiet">{text.noHistory}</p>}
      {of.decisions.length > 0 && (
        <section>
          <h3>{text.decisions}</h3>
          <ul class="entries">
            {of.decisions.slice(0, MAX_SHOWN).map((decision) => (
              <li key={decision.id}>
                <StateBadge decision={decision} /> {describeDecision(decision)}
                {decision.note && <q>{decision.note}</q>}
                <small>
                  {fill(text.decidedBy, {
                    person: decision.actor_email ?? decision.actor,
                    time: formatDateTime(decision.decided_at),
                  })}
                </small>
              </li>
            ))}
            <More count={of.decisions.length - MAX_SHOWN} />
          </ul>
        </section>
      )}
      {feedback.length > 0 && (
        <section>
          <h3>{text.feedback}</h3>
          <ul class="entries">
            {feedback.slice(0, MAX_SHOWN).map(({ id, verdict = '', note, project_id, created_at }) => (
              <li key={id}>
                <Badge tone={verdict === 'confirm' ? 'good' : 'warn'}>{verdicts[verdict] ?? verdict}</Badge>{' '}
                {project_id != null && fill(text.suggestsProject, { id: String(project_id) })}
                {note && <q>{note}</q>}
                <small>{formatDateTime(created_at)}</small>
              </li>
            ))}
            <More count={feedback.length - MAX_SHOWN} />
          </ul>
        </section>
      )}
    </div>
  )
}

// Notices of the review page: unsent decisions, cases that were not applied, and progress.
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { describeDecision } from '../parts/decision-summary.tsx'
import { text as shared } from '../parts/text.ts'
import type { CaseDecision, ReturnedDecision } from './pending-decisions.ts'
import type { ReviewState } from './review-state.ts'
import { text } from './text.ts'

function describeOwn({ reviewed, verdict }: CaseDecision): string {
  const candidate = reviewed.candidates.find(({ project_id }) => project_id === verdict.project_id)
  const name = shared.verdicts[verdict.verdict]
  if (verdict.project_id === undefined) return name
  return `${name} → ${candidate?.project_name ?? `#${verdict.project_id}`}`
}

function Returned({ returned, state }: { returned: ReturnedDecision; state: ReviewState }) {
  const { current, decided, error } = returned
  return (
    <div class="notice warn" role="alert">
      <p>
        <strong>{fill(text.returned, { address: current.text })}</strong>{' '}
        {decided
          ? fill(text.overtaken, { person: decided.actor_email ?? decided.actor, decision: describeDecision(decided) })
          : (error?.message ?? text.changed)}
      </p>
      <p>
        {fill(text.yours, { decision: describeOwn(returned) })} {decided && text.overrule}
      </p>
      <div class="row">
        {state.caseId !== current.id && (
          <button type="button" class="second small" onClick={() => state.open(current.id)}>
            {text.openCase} <kbd>b</kbd>
          </button>
        )}
        <Button look="second small" label={text.dismiss} onClick={() => state.dismiss(returned)} />
      </div>
    </div>
  )
}

export function Notices({ state }: { state: ReviewState }) {
  const { pending, returned, actionError } = state
  return (
    <>
      {pending.error && (
        <div class="notice bad" role="alert">
          <p>
            {text.offline} <span class="quiet">{pending.error.message}</span>
          </p>
          <Button look="second small" label={text.retryNow} onClick={() => pending.retryNow()} />
        </div>
      )}
      {actionError && <Problem error={actionError} />}
      {returned.map((each) => (
        <Returned key={each.current.id} returned={each} state={state} />
      ))}
    </>
  )
}

export function Tally({ state }: { state: ReviewState }) {
  const { pending, decided, pace, last } = state
  const { reviewed, verdict } = last?.decision ?? {}
  return (
    <div class="row soft number tally">
      <span>{fill(text.total, { count: formatNumber(state.meta?.total) })}</span>
      <strong>{fill(text.decided, { count: formatNumber(decided) })}</strong>
      {pace !== null && <span>{fill(text.pace, { count: formatNumber(Math.round(pace)) })}</span>}
      {state.bulk.left.size > 0 && (
        <progress aria-label={text.deciding} max={state.bulk.total} value={state.bulk.total - state.bulk.left.size} />
      )}
      {pending.unsent > 0 && <span>{fill(text.unsent, { count: formatNumber(pending.unsent) })}</span>}
      <span class="one-line push" aria-live="polite">
        {reviewed &&
          verdict &&
          fill(last?.isUndone ? text.undone : text.confirmations[verdict.verdict], { address: reviewed.text })}
      </span>
    </div>
  )
}

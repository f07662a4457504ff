// What the desk has to say about acts: that some have not got through, that a case came back, what was done last.

import { formatNumber } from '../../../parts/format.ts'
import { Problem } from '../../../parts/notice.tsx'
import { describeDecision } from './case-context.tsx'
import type { Act, Returned } from './pending-decisions.ts'
import type { ReviewState } from './review-state.ts'
import { text } from './text.ts'

function sayWish({ seen, wish }: Act): string {
  const chosen = seen.candidates.find(({ project_id }) => project_id === wish.project_id)
  const verdict = text.verdicts[wish.verdict]
  if (wish.project_id === undefined) return verdict
  return `${verdict} → ${chosen?.project_name ?? `#${wish.project_id}`}`
}

function CameBack({ returned, work }: { returned: Returned; work: ReviewState }) {
  const { now, decided, error } = returned
  return (
    <div class="notice warn" role="alert">
      <p>
        <strong>{text.returned(now.text)}</strong>{' '}
        {decided
          ? text.overtaken(decided.actor_email ?? decided.actor, describeDecision(decided))
          : (error?.message ?? text.changed)}
      </p>
      <p>
        {text.wanted(sayWish(returned))} {decided && text.overrule}
      </p>
      <div class="row">
        {work.at !== now.id && (
          <button type="button" class="second small" onClick={() => work.open(now.id)}>
            {text.look} <kbd>b</kbd>
          </button>
        )}
        <button type="button" class="second small" onClick={() => work.leave(returned)}>
          {text.leave}
        </button>
      </div>
    </div>
  )
}

export function Notices({ work }: { work: ReviewState }) {
  const { onTheWay, returned, failedUndo } = work
  return (
    <>
      {onTheWay.trouble && (
        <div class="notice bad" role="alert">
          <p>
            {text.trouble} {text.unsent(formatNumber(onTheWay.unsent))}.{' '}
            <span class="quiet">{onTheWay.trouble.message}</span>
          </p>
          <button type="button" class="second small" onClick={() => onTheWay.hurry()}>
            {text.sendNow}
          </button>
        </div>
      )}
      {failedUndo && <Problem error={failedUndo} />}
      {returned.map((one) => (
        <CameBack key={one.now.id} returned={one} work={work} />
      ))}
    </>
  )
}

/** Beside the tabs: how far one has come. */
export function Tally({ work }: { work: ReviewState }) {
  const { onTheWay, decided, pace, said } = work
  const what =
    said && (said.undone ? text.undone(said.done.seen.text) : text.said[said.done.wish.verdict](said.done.seen.text))
  return (
    <div class="tally">
      <span>{text.total(formatNumber(work.meta?.total))}</span>
      <strong>{text.session(formatNumber(decided))}</strong>
      {pace !== null && <span>{text.pace(formatNumber(Math.round(pace)))}</span>}
      {onTheWay.unsent > 0 && <span>{text.unsent(formatNumber(onTheWay.unsent))}</span>}
      <span class="last" aria-live="polite">
        {what}
      </span>
    </div>
  )
}

// Progress of a run over many rows: a bar, the speed, waits, stop and continue.

import { useEffect, useRef } from 'preact/hooks'
import type { ResumableRun } from '../api/resumable-run.ts'
import { fill } from '../language/choose-language.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { text } from './text.ts'

interface RunProgressProps {
  readonly run: ResumableRun
  /** What stopping means for the results so far. */
  readonly stopped: string
}

export function RunProgress({ run, stopped }: RunProgressProps) {
  const { done, total, state, speed } = run
  const element = useRef<HTMLDivElement>(null)
  // The start button, which had the focus, is gone.
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1}>
      <progress max={total} value={done} aria-label={text.progress} />
      <span class="row">
        <strong>{fill(text.done, { done, all: total })}</strong>
        <span class="quiet">{fill(text.speed, { rows: speed })}</span>
        {!run.isFinished && <Button look="second small" label={text.cancel} onClick={() => run.cancel()} />}
        {(state.kind === 'cancelled' || state.kind === 'failed') && (
          <Button look="second small" label={text.resume} onClick={() => run.start()} />
        )}
      </span>
      <div role="status">
        {state.kind === 'waiting' && (
          <p class="notice warn">
            {state.cause === 'rate_limit'
              ? fill(text.rateLimited, { seconds: state.seconds })
              : fill(text.unreachable, { seconds: state.seconds })}
          </p>
        )}
        {state.kind === 'cancelled' && <p class="notice">{stopped}</p>}
      </div>
      {state.kind === 'failed' && <Problem error={state.error} />}
    </div>
  )
}

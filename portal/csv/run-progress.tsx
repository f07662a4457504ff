// Progress of a run over many rows: a bar, the speed, waits, stop and continue.
import { fill } from '../parts/choose-language.ts'
import './run-progress.css'
import { useEffect, useRef } from 'preact/hooks'
import type { ResumableRun } from '../api/resumable-run.ts'
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
    <div class="run-progress" ref={element} tabIndex={-1}>
      <progress max={total} value={done} aria-label={text.progress} />
      <span class="row">
        <strong>{fill(text.done, { done, all: total })}</strong>
        <span class="quiet">{fill(text.speed, { rows: speed })}</span>
        {!run.isFinished && (
          <button type="button" class="second small" onClick={() => run.cancel()}>
            {text.cancel}
          </button>
        )}
        {(state.kind === 'cancelled' || state.kind === 'failed') && (
          <button type="button" class="second small" onClick={() => void run.start()}>
            {text.resume}
          </button>
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

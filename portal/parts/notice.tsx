// What a page says while it waits, when something failed, and when there is nothing.
import type { ComponentChildren } from 'preact'
import { PlinthError } from '../../src/client/client.ts'
import type { Loaded } from '../api/use-load.ts'
import { text } from './frame-text.ts'

export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status">
      <span class="hidden">{text.loading}</span>
      {Array.from({ length: lines }, (_, i) => (
        <span class="loading" key={i} />
      ))}
    </div>
  )
}

export function Problem({ error, retry }: { error: Error; retry?: () => void }) {
  const id = error instanceof PlinthError ? error.requestId : null
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{text.failed}.</strong> {error instanceof PlinthError ? error.detail : error.message}
      </p>
      {id && <p class="quiet">{text.requestId(id)}</p>}
      {retry && (
        <button type="button" class="second small" onClick={retry}>
          {text.retry}
        </button>
      )}
    </div>
  )
}

export function Empty({ children = text.nothingYet }: { children?: ComponentChildren }) {
  return <p class="quiet">{children}</p>
}

/** The answer when it is there; until then, that it is on its way, or why it is not. */
export function Shown<T>({
  of,
  lines,
  children,
}: {
  of: Loaded<T>
  lines?: number
  children: (data: T) => ComponentChildren
}) {
  if (of.error) return <Problem error={of.error} retry={of.reload} />
  if (of.data === undefined) return <Loading {...(lines === undefined ? {} : { lines })} />
  return <>{children(of.data)}</>
}

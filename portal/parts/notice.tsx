// Loading, error and empty states for pages.

import { PlinthError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { useCurrentUser } from '../api/current-user.tsx'
import type { Loadable } from '../api/use-load.ts'
import { fill } from './choose-language.ts'
import { text } from './shared-text.ts'

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
      {id && <p class="quiet">{fill(text.requestId, { id })}</p>}
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

interface WhenLoadedProps<T> {
  readonly result: Loadable<T>
  readonly lines?: number
  readonly children: (data: T) => ComponentChildren
}

/** Renders `children` once the data has loaded, and the loading or error state until then. */
export function WhenLoaded<T>({ result, lines = 3, children }: WhenLoadedProps<T>) {
  if (result.error) return <Problem error={result.error} retry={result.reload} />
  if (result.data === undefined) return <Loading lines={lines} />
  return <>{children(result.data)}</>
}

/** Says where an email was written. Nothing for everyone else: the server tells only callers on its own machine. */
export function MailNote() {
  const file = useCurrentUser().session?.mail_file
  return file ? <p class="quiet mail-note">{fill(text.mailWritten, { file })}</p> : null
}

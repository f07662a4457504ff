// Loading, error and empty states for pages.
import { PlinthError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import { useCurrentUser } from '../api/current-user.tsx'
import type { Loadable } from '../api/use-load.ts'
import { fill } from '../language/choose-language.ts'
import { text } from '../language/shared-text.ts'
import { Button } from './button.tsx'

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

interface ProblemProps {
  readonly error: Error
  readonly retry?: () => void
  /** Some of the error's messages, instead of its summary. */
  readonly messages?: readonly string[]
}

export function Problem({ error, retry, messages = [] }: ProblemProps) {
  const id = error instanceof PlinthError ? error.requestId : null
  const said = messages.join(' ') || (error instanceof PlinthError ? error.detail : error.message)
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{text.failed}.</strong> {said}
      </p>
      {id && <p class="quiet">{fill(text.requestId, { id })}</p>}
      {retry && <Button look="second small" label={text.retry} onClick={retry} />}
    </div>
  )
}

/** A notice that assistive technology reads out when it appears. */
export function Announce({ look = 'good', children }: { look?: string; children: ComponentChildren }) {
  return <div role="status">{children && <p class={`notice ${look}`}>{children}</p>}</div>
}

/** Somebody else changed the record since it was loaded. */
export function Stale({ lead, reload, onReload }: { lead: string; reload: string; onReload: () => void }) {
  return (
    <div class="notice warn" role="alert">
      <p>{lead}</p>
      <Button look="second small" label={reload} onClick={onReload} />
    </div>
  )
}

export const isStale = (error: Error | undefined): boolean =>
  error instanceof PlinthError && error.code === 'precondition_failed'

export function Empty({ children = text.nothingYet }: { children?: ComponentChildren }) {
  return <p class="quiet empty">{children}</p>
}

interface WhenLoadedProps<T> {
  readonly result: Loadable<T>
  readonly lines?: number
  /** Keeps the page when a reload fails: the user may be editing. */
  readonly keep?: boolean
  readonly children: (data: T) => ComponentChildren
}

/** Renders `children` once the data has loaded, and the loading or error state until then. */
export function WhenLoaded<T>({ result, lines = 3, keep = false, children }: WhenLoadedProps<T>) {
  const data = keep ? result.known : result.data
  const problem = result.error && <Problem error={result.error} retry={result.reload} />
  if (data === undefined) return problem ?? <Loading lines={lines} />
  return (
    <>
      {problem}
      {children(data)}
    </>
  )
}

/** The way back to the list. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <p>
      <a href={href}>← {label}</a>
    </p>
  )
}

/** A part of a page with its own heading. */
export function Card({ title, look = '', children }: { title: string; look?: string; children: ComponentChildren }) {
  return (
    <section class={`card ${look}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Says where an email was written. Nothing for everyone else: the server tells only callers on its own machine. */
export function MailNote() {
  const file = useCurrentUser().session?.mail_file
  return file ? <p class="quiet mail-note">{fill(text.mailWritten, { file })}</p> : null
}

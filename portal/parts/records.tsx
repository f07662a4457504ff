// Records of an account or a log in rows: what each is, facts about it, and its actions.
import type { ComponentChildren } from 'preact'
import { Fragment } from 'preact'
import { COLON } from '../language/choose-language.ts'
import { Empty } from './notice.tsx'

interface RecordsProps<T> {
  readonly label?: string
  readonly items: readonly T[]
  readonly empty?: ComponentChildren
  readonly children: (item: T) => ComponentChildren
}

export function Records<T>({ label, items, empty, children }: RecordsProps<T>) {
  if (items.length === 0) return <Empty>{empty}</Empty>
  return (
    <ul class="card entries below records" aria-label={label}>
      {items.map(children)}
    </ul>
  )
}

interface RecordRowProps {
  readonly title: ComponentChildren
  /** For records with parts of their own. */
  readonly heading?: boolean
  /** Beside the title: codes and badges. */
  readonly marks?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

export function RecordRow({ title, heading = false, marks, actions, children }: RecordRowProps) {
  return (
    <li>
      <div class="what">
        <div class="row">
          {heading ? <h3>{title}</h3> : <strong class="name">{title}</strong>}
          {marks}
        </div>
        {children}
      </div>
      {actions && <div class="row actions">{actions}</div>}
    </li>
  )
}

/** Short facts beside each other; empty ones are left out. */
export function Facts({ items }: { items: readonly ComponentChildren[] }) {
  return <p class="row quiet facts">{items.map((item, i) => item && <span key={i}>{item}</span>)}</p>
}

/** `Location: 12 Main`, « Emplacement : 12 Main », for values that are more than text. */
export function Labelled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <>
      {label}
      {COLON}
      {children}
    </>
  )
}

export type Detail = readonly [label: string, value: ComponentChildren] | false | null | undefined | ''

/** Labels with their values; empty rows are left out. */
export function Details({ rows, look }: { rows: readonly Detail[]; look?: string }) {
  return (
    <dl class={look}>
      {rows.map(
        (row) =>
          row && (
            <Fragment key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

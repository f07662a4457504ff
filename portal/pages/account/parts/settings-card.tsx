// A card of settings, and the form that changes them.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Scope } from '../../../api/may.tsx'
import { IfMay } from '../../../api/may.tsx'
import { Button } from '../../../parts/button.tsx'
import type { Detail } from '../../../parts/records.tsx'
import { Details } from '../../../parts/records.tsx'

interface SettingsCardProps<T> {
  readonly title: string
  readonly edit: string
  /** What changing them requires. */
  readonly scope: Scope
  readonly record: T
  readonly rows: readonly Detail[]
  readonly form: (record: T, onDone: () => void) => ComponentChildren
  readonly onChanged: () => void
}

export function SettingsCard<T>({ title, edit, scope, record, rows, form, onChanged }: SettingsCardProps<T>) {
  // The version the user started from: the form shows it, and saving fails if it has changed since.
  const [edited, setEdited] = useState<T>()
  const done = () => {
    setEdited(undefined)
    onChanged()
  }
  return (
    <section class="card">
      <div class="row between head">
        <h2>{title}</h2>
        {!edited && (
          <IfMay scope={scope}>
            <Button look="second small" label={edit} onClick={() => setEdited(record)} />
          </IfMay>
        )}
      </div>
      {edited ? form(edited, done) : <Details rows={rows} />}
    </section>
  )
}

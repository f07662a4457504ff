// Parts of the account's forms: labelled fields, lists of choices, a button that waits, a question before what cannot be undone.
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Action } from '../pages/account/parts/use-account.ts'
import { useAction } from '../pages/account/parts/use-account.ts'
import { Secret } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './notice.tsx'
import { text } from './shared-text.ts'

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'url' | 'email' | 'password' | 'number' | 'date'
  readonly required?: boolean
  readonly min?: string
  readonly maxLength?: number
  readonly autoComplete?: string
  readonly placeholder?: string
  /** More than one line. */
  readonly lines?: number
}

export function Field({ label, hint, value, onChange, lines, type = 'text', ...rest }: FieldProps) {
  const id = useId()
  const shared = {
    ...rest,
    id,
    value,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines ? (
        <textarea {...shared} rows={lines} spellcheck={false} />
      ) : (
        <input {...({ ...shared, type } as InputHTMLAttributes)} />
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
  readonly disabled?: boolean
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
}

export function Select({ label, value, choices, onChange }: SelectProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ChoicesProps {
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** One of them, or any number. */
  readonly one?: boolean
  readonly compact?: boolean
}

export function CheckList({ legend, choices, chosen, onChange, one, compact }: ChoicesProps) {
  const name = useId()
  const toggle = (value: string, on: boolean) => {
    if (one) return onChange([value])
    onChange(choices.map((choice) => choice.value).filter((each) => (each === value ? on : chosen.includes(each))))
  }
  return (
    <fieldset class={compact ? 'choices compact' : 'choices'}>
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint, disabled }) => (
        <label key={value}>
          <input
            type={one ? 'radio' : 'checkbox'}
            name={name}
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
          <span>
            {label}
            {hint && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface FormProps {
  readonly act: Action
  readonly send: string
  readonly danger?: boolean
  readonly onSend: () => Promise<unknown>
  readonly onCancel?: () => void
  readonly children?: ComponentChildren
}

export function Form({ act, send, danger, onSend, onCancel, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // One that was asked for is where one types next.
    if (onCancel) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  const cancel = onCancel && (
    <button type="button" class="second" onClick={onCancel}>
      {text.cancel}
    </button>
  )
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void act.run(onSend)
      }}
    >
      {children}
      {act.error && <Problem error={act.error} />}
      <div class="row">
        {/* A dialog gives the focus to its first button: that must not be the one that cannot be undone. */}
        {danger && cancel}
        <button type="submit" class={danger ? 'danger' : undefined} disabled={act.busy} aria-busy={act.busy}>
          {send}
        </button>
        {!danger && cancel}
      </div>
    </form>
  )
}

interface AskProps extends Omit<FormProps, 'act' | 'onCancel'> {
  readonly title: string
  readonly onClose: () => void
}

/** Asks before it does: closed when it is done, or by whoever thinks better of it. */
export function ConfirmAction({ title, onClose, onSend, ...form }: AskProps) {
  const act = useAction()
  const send = async () => {
    await onSend()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} act={act} onSend={send} onCancel={onClose} />
    </Dialog>
  )
}

interface FreshProps {
  readonly title: string
  readonly label: string
  readonly value: string
  readonly onStored: () => void
  readonly children?: ComponentChildren
}

/** What is shown this once: it comes into view with the focus on it, and goes when the person says so or leaves. */
export function NewSecret({ title, label, value, onStored, children }: FreshProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [value])
  return (
    <section class="card fresh" ref={box} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <Secret label={label} value={value} />
      {children}
      <button type="button" onClick={onStored}>
        {text.stored}
      </button>
    </section>
  )
}

/** What a tab is about, and what one can begin there. */
export function PageIntro({ text: about, act, onAct }: { text: string; act?: string; onAct?: () => void }) {
  return (
    <div class="head">
      <p class="lead">{about}</p>
      {act && (
        <button type="button" onClick={onAct}>
          {act}
        </button>
      )}
    </div>
  )
}

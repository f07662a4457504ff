// Form parts: labelled fields, check lists, and a form with a busy submit button.
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import './form.css'
import type { Action } from '../api/use-action.ts'
import { Problem } from './notice.tsx'
import { text } from './shared-text.ts'

/** A password field with a button that shows what was typed. */
export function PasswordInput(props: InputHTMLAttributes) {
  const [isShown, setShown] = useState(false)
  return (
    <span class="password">
      <input {...({ ...props, type: isShown ? 'text' : 'password' } as InputHTMLAttributes)} spellcheck={false} />
      <button
        type="button"
        class="second"
        aria-label={isShown ? text.password.hideLabel : text.password.showLabel}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? text.password.hide : text.password.show}
      </button>
    </span>
  )
}

interface FieldProps {
  readonly label: string
  readonly hint?: string
  /** The hint is a warning. */
  readonly warn?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'url' | 'email' | 'password' | 'number' | 'date' | 'search'
  readonly required?: boolean
  readonly disabled?: boolean
  readonly min?: string
  /** `any` allows decimals in a number. */
  readonly step?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly spellcheck?: boolean
  /** Makes it a text area of this many lines. */
  readonly lines?: number
}

export function Field({ label, hint, warn, value, onChange, lines, type = 'text', ...rest }: FieldProps) {
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
        <textarea {...shared} rows={lines} />
      ) : type === 'password' ? (
        <PasswordInput {...(shared as InputHTMLAttributes)} />
      ) : (
        <input {...({ ...shared, type } as InputHTMLAttributes)} />
      )}
      {hint && (
        <p class={warn ? 'wrong' : 'hint'} id={`${id}-hint`}>
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

interface CheckListProps {
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly selected: readonly string[]
  readonly onChange: (selected: readonly string[]) => void
  /** Radio buttons instead of check boxes. */
  readonly single?: boolean
  readonly compact?: boolean
}

export function CheckList({ legend, choices, selected, onChange, single, compact }: CheckListProps) {
  const name = useId()
  const toggle = (value: string, checked: boolean) => {
    if (single) return onChange([value])
    const isChecked = (each: string) => (each === value ? checked : selected.includes(each))
    onChange(choices.map((choice) => choice.value).filter(isChecked))
  }
  return (
    <fieldset class={compact ? 'check-list compact' : 'check-list'}>
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint, disabled }) => (
        <label key={value}>
          <input
            type={single ? 'radio' : 'checkbox'}
            name={name}
            checked={selected.includes(value)}
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
  readonly action: Action
  readonly submit: string
  readonly onSubmit: () => Promise<unknown>
  /** A form that can be cancelled was opened by the user and takes the focus. */
  readonly onCancel?: () => void
  readonly children?: ComponentChildren
}

export function Form({ action, submit, onSubmit, onCancel, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (onCancel) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(onSubmit)
      }}
    >
      {children}
      {action.error && <Problem error={action.error} />}
      <div class="row">
        <button type="submit" disabled={action.busy} aria-busy={action.busy}>
          {submit}
        </button>
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {text.cancel}
          </button>
        )}
      </div>
    </form>
  )
}

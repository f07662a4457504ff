// Form parts: labelled fields, check lists, and a form with a busy submit button.
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import './form.css'
import type { Action } from '../api/use-action.ts'
import { useAction } from '../api/use-action.ts'
import { text } from '../language/shared-text.ts'
import { Button } from './button.tsx'
import { FieldProblems, useFieldProblem } from './field-problems.tsx'

/** The values of a form's named fields. */
export type FormValues = Readonly<Record<string, string>>

export const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(new FormData(form)) as unknown as FormValues

/** A password field with a button that shows what was typed. */
function PasswordInput(props: InputHTMLAttributes) {
  const [isShown, setShown] = useState(false)
  return (
    <span class="password">
      <input {...({ ...props, type: isShown ? 'text' : 'password' } as InputHTMLAttributes)} spellcheck={false} />
      <Button
        look="second"
        label={isShown ? text.password.hide : text.password.show}
        name={isShown ? text.password.hideLabel : text.password.showLabel}
        onClick={() => setShown(!isShown)}
      />
    </span>
  )
}

interface FieldProps {
  readonly label: string
  readonly hint?: string
  /** The hint is a warning. */
  readonly warn?: boolean
  /** The field's name in the API, if it is another one: shows what the server says about the value. */
  readonly field?: string
  /** The form reads a named field itself; a field with `value` and `onChange` is the page's state. */
  readonly name?: string
  readonly defaultValue?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly type?: 'text' | 'url' | 'email' | 'password' | 'number' | 'date' | 'time' | 'search'
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

export function Field({ label, hint, warn, field, onChange, lines, type = 'text', ...rest }: FieldProps) {
  const id = useId()
  const problem = useFieldProblem(field ?? rest.name)
  const shared = {
    ...rest,
    id,
    'data-field': field ?? rest.name,
    'aria-describedby': hint || problem ? `${id}-hint` : undefined,
    'aria-invalid': problem === undefined ? undefined : true,
    onInput: onChange && ((event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)),
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
      <div id={`${id}-hint`} aria-live="polite">
        {hint && <p class={warn ? 'wrong' : 'hint'}>{hint}</p>}
        {problem && <p class="wrong">{problem}</p>}
      </div>
    </div>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
  readonly disabled?: boolean
}

/** Words by their values: `{ "86400": "One day" }`. */
export const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

interface SelectProps {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly choices: readonly Choice[]
  /** Leave out for a named field, which starts with the value. */
  readonly onChange?: (value: string) => void
}

export function Select({ label, name, value, choices, onChange }: SelectProps) {
  const id = useId()
  const isSelected = (choice: Choice) => (onChange ? undefined : choice.value === value)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        {...(onChange && { value, onChange: (event) => onChange(event.currentTarget.value) })}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={isSelected(choice)}>
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
  /** The field's name in the API. */
  readonly field?: string
}

export function CheckList({ legend, choices, selected, onChange, single, compact, field }: CheckListProps) {
  const name = useId()
  const problem = useFieldProblem(field)
  const toggle = (value: string, checked: boolean) => {
    if (single) return onChange([value])
    const isChecked = (each: string) => (each === value ? checked : selected.includes(each))
    onChange(choices.map((choice) => choice.value).filter(isChecked))
  }
  return (
    <fieldset
      class={compact ? 'check-list compact' : 'check-list'}
      data-field={field}
      tabIndex={-1}
      aria-describedby={problem && `${name}-problem`}
    >
      <legend>{legend}</legend>
      {problem && (
        <p id={`${name}-problem`} class="wrong">
          {problem}
        </p>
      )}
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
  /** For pages that show the state of the request elsewhere too. */
  readonly action?: Action
  readonly submit: string
  readonly onSubmit: (values: FormValues) => Promise<unknown>
  /** A form that can be cancelled was opened by the user and takes the focus. */
  readonly onCancel?: () => void
  readonly takesFocus?: boolean
  readonly children?: ComponentChildren
}

export function Form({ action: given, submit, onSubmit, onCancel, takesFocus, children }: FormProps) {
  const own = useAction()
  const action = given ?? own
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (onCancel || takesFocus) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        const values = valuesOf(event.currentTarget)
        void action.run(() => onSubmit(values))
      }}
    >
      <FieldProblems error={action.error}>{children}</FieldProblems>
      <div class="row">
        <button type="submit" disabled={action.busy} aria-busy={action.busy}>
          {submit}
        </button>
        {onCancel && <Button look="second" label={text.cancel} onClick={onCancel} />}
      </div>
    </form>
  )
}

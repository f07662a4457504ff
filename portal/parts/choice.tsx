// A row of buttons of which one is selected.
import { formatNumber } from '../language/format.ts'
export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly count?: number
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset class="row choice">
      <legend class="hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          class="second small"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span class="count">{formatNumber(option.count)}</span>}
        </button>
      ))}
    </fieldset>
  )
}

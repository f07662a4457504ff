// A list to choose from, with its label beside it.

interface InlineSelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly (readonly [value: Value, label: string])[]
  readonly onChange: (value: Value) => void
  /** The class of the label. */
  readonly look?: string
}

export function InlineSelect<Value extends string>(props: InlineSelectProps<Value>) {
  const { label, value, choices, onChange, look = 'inline' } = props
  return (
    <label class={look}>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

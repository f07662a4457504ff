// Asks for a name before many records are removed.
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { Field } from '../../../parts/form.tsx'
import { text } from './text.ts'

/** From this many on, removing records takes more than a click. */
const MANY_RECORDS = 1000

interface ConfirmNameProps {
  readonly name: string
  /** Number of records that would be removed. */
  readonly removed: number
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ConfirmName({ name, removed, value, onChange }: ConfirmNameProps) {
  if (removed < MANY_RECORDS) return null
  return (
    <Field
      label={fill(text.typeName, { name, count: formatNumber(removed) })}
      required
      autoComplete="off"
      spellcheck={false}
      value={value}
      onChange={onChange}
    />
  )
}

export const isNameConfirmed = (name: string, removed: number, typed: string): boolean =>
  removed < MANY_RECORDS || typed.trim() === name

// The addresses of one tower: added, changed in kind and dates, removed.
import { useId } from 'preact/hooks'
import { humanize } from '../../../parts/format.ts'
import type { AddressDraft } from './draft.ts'
import { text } from './text.ts'

const KINDS: readonly AddressDraft['kind'][] = ['municipal', 'marketing', 'historic', 'range', 'entrance']
const NEW: AddressDraft = { line: '', kind: 'municipal', valid_from: null, valid_to: null }

interface AddressesProps {
  readonly legend: string
  readonly addresses: readonly AddressDraft[]
  readonly onChange: (addresses: readonly AddressDraft[]) => void
}

export function Addresses({ legend, addresses, onChange }: AddressesProps) {
  const change = (at: number, given: Partial<AddressDraft>) =>
    onChange(addresses.map((address, i) => (i === at ? { ...address, ...given } : address)))
  return (
    <fieldset class="tower">
      <legend>{legend}</legend>
      {addresses.map((address, at) => (
        <AddressRow
          key={at}
          address={address}
          onChange={(given) => change(at, given)}
          onRemove={addresses.length > 1 ? () => onChange(addresses.filter((_, i) => i !== at)) : undefined}
        />
      ))}
      <button type="button" class="second small" onClick={() => onChange([...addresses, NEW])}>
        {text.add}
      </button>
    </fieldset>
  )
}

interface RowProps {
  readonly address: AddressDraft
  readonly onChange: (given: Partial<AddressDraft>) => void
  readonly onRemove: (() => void) | undefined
}

function AddressRow({ address: { line, kind, valid_from, valid_to }, onChange, onRemove }: RowProps) {
  const id = useId()
  return (
    <div class="address">
      <div>
        <label for={`${id}-line`}>{text.line}</label>
        <input
          id={`${id}-line`}
          required
          maxLength={200}
          value={line}
          onInput={(event) => onChange({ line: event.currentTarget.value })}
        />
      </div>
      <div>
        <label for={`${id}-kind`}>{text.kind}</label>
        <select
          id={`${id}-kind`}
          value={kind}
          onChange={(event) => onChange({ kind: event.currentTarget.value as AddressDraft['kind'] })}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {humanize(one)}
            </option>
          ))}
        </select>
      </div>
      <Day id={`${id}-from`} label={text.from} value={valid_from} onChange={(day) => onChange({ valid_from: day })} />
      <Day id={`${id}-to`} label={text.to} value={valid_to} onChange={(day) => onChange({ valid_to: day })} />
      <button
        type="button"
        class="plain small"
        aria-label={text.removeLine(line)}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        {text.remove}
      </button>
    </div>
  )
}

interface DayProps {
  readonly id: string
  readonly label: string
  readonly value: string | null
  readonly onChange: (day: string | null) => void
}

function Day({ id, label, value, onChange }: DayProps) {
  return (
    <div>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value ?? ''}
        onInput={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
    </div>
  )
}

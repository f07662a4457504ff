// The addresses of one tower: add, edit and remove.
import { fill } from '../../../language/choose-language.ts'
import { humanize } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Field, Select } from '../../../parts/form.tsx'
import type { AddressDraft } from './draft.ts'
import { text } from './text.ts'

const KINDS = (['municipal', 'marketing', 'historic', 'range', 'entrance'] as const).map((value) => ({
  value,
  label: humanize(value),
}))
const NEW: AddressDraft = { line: '', kind: 'municipal', valid_from: null, valid_to: null }

interface AddressesProps {
  readonly legend: string
  readonly addresses: readonly AddressDraft[]
  readonly onChange: (addresses: readonly AddressDraft[]) => void
}

export function Addresses({ legend, addresses, onChange }: AddressesProps) {
  const change = (index: number, changes: Partial<AddressDraft>) =>
    onChange(addresses.map((address, i) => (i === index ? { ...address, ...changes } : address)))
  return (
    <fieldset class="tile tower">
      <legend>{legend}</legend>
      {addresses.map((address, index) => (
        <AddressRow
          key={index}
          address={address}
          onChange={(changes) => change(index, changes)}
          onRemove={addresses.length > 1 ? () => onChange(addresses.filter((_, i) => i !== index)) : undefined}
        />
      ))}
      <Button look="second small" label={text.add} onClick={() => onChange([...addresses, NEW])} />
    </fieldset>
  )
}

interface AddressRowProps {
  readonly address: AddressDraft
  readonly onChange: (changes: Partial<AddressDraft>) => void
  readonly onRemove: (() => void) | undefined
}

function AddressRow({ address: { line, kind, valid_from, valid_to }, onChange, onRemove }: AddressRowProps) {
  return (
    <div class="address-row">
      <Field
        label={text.address}
        required
        maxLength={200}
        value={line}
        onChange={(value) => onChange({ line: value })}
      />
      <Select
        label={text.kind}
        value={kind}
        choices={KINDS}
        onChange={(value) => onChange({ kind: value as AddressDraft['kind'] })}
      />
      <Field
        label={text.from}
        type="date"
        value={valid_from ?? ''}
        onChange={(day) => onChange({ valid_from: day || null })}
      />
      <Field
        label={text.until}
        type="date"
        value={valid_to ?? ''}
        onChange={(day) => onChange({ valid_to: day || null })}
      />
      <button
        type="button"
        class="plain small"
        aria-label={line ? fill(text.removeAddress, { address: line }) : text.removeEmptyAddress}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        {text.remove}
      </button>
    </div>
  )
}

// A part of an address in its colour, labelled or named when pointed at.
import { text } from './evidence-text.ts'
import type { Part } from './highlights.ts'

interface AddressPartProps {
  readonly part: Part
  readonly value: string
  readonly labelled?: boolean
}

export function AddressPart({ part, value, labelled }: AddressPartProps) {
  return (
    <mark class="part" data-part={part} title={labelled ? undefined : text.parts[part]}>
      <span>{value}</span>
      {labelled && <small>{text.parts[part]}</small>}
    </mark>
  )
}

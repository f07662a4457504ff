// Fields of the editor with a fixed list of values: kind, tenure and accuracy.
import type { DeskProject } from '../../../../src/http/api-types.ts'
import { humanize } from '../../../language/format.ts'
import type { Choice } from '../../../parts/form.tsx'
import { Select } from '../../../parts/form.tsx'
import type { Draft } from './draft.ts'
import { text } from './text.ts'

const BUILDING_TYPES: readonly DeskProject['building_type'][] = [
  'condo_apartment',
  'condo_townhouse',
  'loft',
  'mixed',
  'rental_apartment',
  'multi_unit',
  'unknown',
]
const TENURES: readonly DeskProject['tenure'][] = [
  'condo',
  'strata',
  'freehold',
  'co_op',
  'leasehold',
  'rental',
  'unknown',
]
const ACCURACIES: readonly NonNullable<DeskProject['location_accuracy']>[] = ['rooftop', 'parcel', 'street', 'locality']

const choicesOf = (words: readonly string[]): Choice[] => words.map((value) => ({ value, label: humanize(value) }))

/** Without a value, the project has no point. */
const CHOICES = {
  building_type: choicesOf(BUILDING_TYPES),
  tenure: choicesOf(TENURES),
  location_accuracy: [{ value: '', label: text.noPoint }, ...choicesOf(ACCURACIES)],
} as const

interface ChoiceInputsProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

export function ChoiceInputs({ draft, onChange }: ChoiceInputsProps) {
  return (Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((field) => (
    <Select
      key={field}
      label={text.fields[field]}
      value={draft[field] ?? ''}
      choices={CHOICES[field]}
      onChange={(value) => onChange({ ...draft, [field]: value === '' ? null : value })}
    />
  ))
}

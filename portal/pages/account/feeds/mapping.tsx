// Step 2 of the wizard: which field becomes which, and the first listings.
import type { FeedTrial } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { NO_VALUE } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PlainTable } from '../../../tables/data-table.tsx'
import { Rejected } from './runs.tsx'
import { text } from './text.ts'
import type { FieldChanges } from './wizard-state.ts'

const words = text.wizard
type Target = keyof typeof words.targets
const TARGETS = Object.keys(words.targets) as Target[]
/** Files have no time of change: the whole file is read. */
const RESO_ONLY: readonly Target[] = ['modified_at']
const LEAVE_OUT = '-'

interface MappingProps {
  readonly trial: FeedTrial
  readonly isReso: boolean
  readonly changes: FieldChanges
  readonly busy: boolean
  readonly onChange: (changes: FieldChanges) => void
  readonly onApply: () => void
}

function exampleOf(trial: FeedTrial, target: Target): string {
  const values = trial.rows.map((row) => row[target as keyof typeof row] ?? row.attributes?.[target])
  return String(values.find((value) => value != null && value !== '') ?? '')
}

function FieldChoice({
  trial,
  target,
  changes,
  onChange,
}: Omit<MappingProps, 'isReso' | 'busy' | 'onApply'> & { target: Target }) {
  const used = trial.fields[target] ?? []
  const change = changes[target]
  const set = (value: string) => {
    const { [target]: _, ...others } = changes
    onChange(value === '' ? others : { ...others, [target]: value === LEAVE_OUT ? null : [value] })
  }
  const label = words.targets[target]
  if (trial.available_fields.length === 0)
    return (
      <input
        aria-label={label}
        value={change === undefined ? used.join(', ') : (change?.join(', ') ?? '')}
        spellcheck={false}
        onChange={(event) => set(event.currentTarget.value.trim() || LEAVE_OUT)}
      />
    )
  return (
    <select
      aria-label={label}
      value={change === undefined ? '' : (change?.[0] ?? LEAVE_OUT)}
      onChange={(event) => set(event.currentTarget.value)}
    >
      <option value="">{change === undefined ? used.join(', ') || words.notFound : words.standard}</option>
      {target !== 'key' && <option value={LEAVE_OUT}>{words.leaveOut}</option>}
      {trial.available_fields.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

const SAMPLE_COLUMNS = (['key', 'address', 'unit', 'city', 'postal_code', 'status'] as const).map(
  (key): Column<FeedTrial['rows'][number]> => ({
    key,
    title: words.targets[key],
    cell: (row) => row[key] ?? NO_VALUE,
  }),
)

function Sample({ trial: { rows, rejected } }: { trial: FeedTrial }) {
  return (
    <>
      <h3>{words.sample}</h3>
      <p class="quiet">{rows.length === 0 ? words.noRows : words.sampleLead}</p>
      {rows.length > 0 && <PlainTable label={words.sample} columns={SAMPLE_COLUMNS} rows={rows} />}
      {rejected.length > 0 && (
        <div class="notice warn">
          <p>{fill(words.rejected, { count: rejected.length })}</p>
          <Rejected rows={rejected} />
        </div>
      )}
    </>
  )
}

export function Mapping({ trial, isReso, changes, busy, onChange, onApply }: MappingProps) {
  const targets = TARGETS.filter((target) => isReso || !RESO_ONLY.includes(target))
  return (
    <>
      <p>{words.mappingLead}</p>
      {trial.unknown_fields.length > 0 && (
        <p class="quiet">{fill(words.unknown, { names: trial.unknown_fields.join(', ') })}</p>
      )}
      <PlainTable
        label={words.mapping}
        look="mapping"
        rows={targets}
        columns={[
          { key: 'field', title: words.listingField, heading: true, cell: (target) => words.targets[target] },
          {
            key: 'choice',
            title: words.feedField,
            cell: (target) => <FieldChoice trial={trial} target={target} changes={changes} onChange={onChange} />,
          },
          { key: 'example', title: words.example, cell: (target) => exampleOf(trial, target) || NO_VALUE },
        ]}
      />
      <p class="quiet">{words.streetNote}</p>
      <Button look="second" label={busy ? words.trying : words.again} disabled={busy} onClick={onApply} />
      <Sample trial={trial} />
    </>
  )
}

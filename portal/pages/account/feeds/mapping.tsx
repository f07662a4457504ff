// Step 2 of the wizard: what each field means, and the first listings.
import type { FeedTrial } from '../../../../src/http/api-types.ts'
import { ColumnMapper, HeaderQuestion } from '../../../csv/column-mapper.tsx'
import { guessAddressColumn } from '../../../csv/columns.ts'
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
/** More fields than this are folded away if nothing reads them. */
const FEW_FIELDS = 30

interface MappingProps {
  readonly trial: FeedTrial
  readonly isReso: boolean
  readonly isCsv: boolean
  readonly changes: FieldChanges
  readonly busy: boolean
  readonly onChange: (changes: FieldChanges) => void
  readonly onApply: (changes: FieldChanges) => void
}

const namesOf = (trial: FeedTrial, changes: FieldChanges, target: Target) =>
  changes[target] === undefined ? (trial.fields[target] ?? []) : (changes[target] ?? [])

/** A CSV file without a header has columns `#1`, `#2` … */
export const hasNoHeader = (changes: FieldChanges) =>
  Object.values(changes).some((names) => names?.[0]?.startsWith('#'))

/** The key has to be chosen: a wrong one would mix listings up. */
export const withoutHeader = (firstLine: readonly string[]): FieldChanges => ({
  address: [`#${guessAddressColumn([firstLine]) + 1}`],
})

export function isComplete(trial: FeedTrial, changes: FieldChanges): boolean {
  const has = (target: Target) => namesOf(trial, changes, target).length > 0
  return has('key') && (has('address') || has('street_name'))
}

function Fields({ trial, isReso, changes, onChange }: Pick<MappingProps, 'trial' | 'isReso' | 'changes' | 'onChange'>) {
  // Files have no time of change: the whole file is read.
  const { modified_at: _, ...ofFiles } = words.targets
  const meanings: Readonly<Partial<Record<Target, string>>> = isReso ? words.targets : ofFiles
  const used = TARGETS.flatMap((target) => namesOf(trial, changes, target))
  const all = trial.available_fields.length > 0 ? trial.available_fields : [...new Set(used)]
  const columns = all.map((name) => ({
    name,
    samples: trial.samples[name] ?? [],
    meaning: TARGETS.find((target) => namesOf(trial, changes, target).includes(name)) ?? ('' as const),
  }))
  const choose = (name: string, former: Target | '', target: Target | '') => {
    const next = { ...changes }
    const others = former === '' ? [] : namesOf(trial, changes, former).filter((each) => each !== name)
    if (former !== '') next[former] = others.length > 0 ? [...others] : null
    if (target !== '') next[target] = [name]
    onChange(next)
  }
  const mapper = (shown: typeof columns) => (
    <ColumnMapper
      columns={shown}
      meanings={meanings as Record<Target, string>}
      onChoose={(at, target) => choose(shown[at]!.name, shown[at]!.meaning, target)}
    />
  )
  if (columns.length <= FEW_FIELDS) return mapper(columns)
  const unused = columns.filter(({ meaning }) => meaning === '')
  return (
    <>
      {mapper(columns.filter(({ meaning }) => meaning !== ''))}
      <details>
        <summary>{fill(words.otherFields, { count: unused.length })}</summary>
        {mapper(unused)}
      </details>
    </>
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

export function Mapping({ trial, isReso, isCsv, changes, busy, onChange, onApply }: MappingProps) {
  const noHeader = hasNoHeader(changes)
  const firstLine = noHeader
    ? trial.available_fields.map((name) => trial.samples[name]?.[0] ?? '')
    : trial.available_fields
  return (
    <>
      <p>{words.mappingLead}</p>
      {trial.unknown_fields.length > 0 && (
        <p class="quiet">{fill(words.unknown, { names: trial.unknown_fields.join(', ') })}</p>
      )}
      {isCsv && (
        <HeaderQuestion
          header={!noHeader}
          firstLine={firstLine}
          onHeader={(header) => onApply(header ? {} : withoutHeader(firstLine))}
        />
      )}
      <Fields trial={trial} isReso={isReso} changes={changes} onChange={onChange} />
      {!isComplete(trial, changes) && (
        <p class="notice warn" role="status">
          {words.incomplete}
        </p>
      )}
      <p class="quiet">{words.streetNote}</p>
      <Button
        look="second"
        label={busy ? words.trying : words.again}
        disabled={busy || !isComplete(trial, changes)}
        onClick={() => onApply(changes)}
      />
      <Sample trial={trial} />
    </>
  )
}

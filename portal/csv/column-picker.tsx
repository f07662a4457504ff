// Chooses which column holds which field, with a preview.
import './column-picker.css'
import type { ColumnChoice } from './columns.ts'
import type { Grid } from './read-table.ts'
import type { Separator } from './separator.ts'
import { SEPARATORS } from './separator.ts'
import type { Table } from './table.ts'
import { text } from './text.ts'

const PREVIEW_ROWS = 5

interface ColumnPickerProps<F extends string> {
  readonly grid: Grid
  readonly table: Table
  readonly maxRows: number
  readonly header: boolean
  /** Labels of the fields, in order. */
  readonly fields: Readonly<Record<F, string>>
  /** Fields that need a column. */
  readonly required: readonly F[]
  readonly choice: ColumnChoice<F>
  readonly onHeader: (header: boolean) => void
  readonly onSeparator: (separator: Separator) => void
  readonly onChoice: (choice: ColumnChoice<F>) => void
}

export function ColumnPicker<F extends string>(props: ColumnPickerProps<F>) {
  const { grid, table, maxRows, header, fields, required, choice, onHeader, onSeparator, onChoice } = props
  const choose = (field: F, value: string) => {
    const { [field]: _, ...others } = choice
    onChoice(value === '' ? (others as ColumnChoice<F>) : { ...choice, [field]: Number(value) })
  }
  return (
    <section class="column-picker" aria-label={text.columns}>
      <p>
        <strong>{text.rows(table.rows.length)}.</strong> {table.truncated && text.truncated(maxRows)}{' '}
        {grid.skippedLines > 0 && text.skipped(grid.skippedLines)}
      </p>
      <div class="columns">
        {(Object.keys(fields) as F[]).map((field) => (
          <div key={field}>
            <label for={`column-${field}`}>{fields[field]}</label>
            <select
              id={`column-${field}`}
              value={String(choice[field] ?? '')}
              onChange={({ currentTarget }) => choose(field, currentTarget.value)}
            >
              {!(required.includes(field) && choice[field] !== undefined) && <option value="">{text.noColumn}</option>}
              {table.columns.map((name, at) => (
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        ))}
        {grid.separator !== 'ndjson' && <SeparatorPicker separator={grid.separator} onChange={onSeparator} />}
      </div>
      {grid.separator !== 'ndjson' && (
        <label class="check">
          <input type="checkbox" checked={header} onChange={({ currentTarget }) => onHeader(currentTarget.checked)} />
          {text.header}
        </label>
      )}
      <Preview table={table} used={new Set(Object.values(choice))} />
    </section>
  )
}

interface SeparatorPickerProps {
  readonly separator: Separator
  readonly onChange: (separator: Separator) => void
}

function SeparatorPicker({ separator, onChange }: SeparatorPickerProps) {
  return (
    <div>
      <label for="separator">{text.separator}</label>
      <select
        id="separator"
        value={separator}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Separator)}
      >
        {SEPARATORS.map((option) => (
          <option key={option} value={option}>
            {text.separators[option]}
          </option>
        ))}
      </select>
    </div>
  )
}

function Preview({ table: { columns, rows }, used }: { table: Table; used: ReadonlySet<unknown> }) {
  return (
    <section class="scroll preview" tabIndex={0} aria-label={text.preview}>
      <table>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={at} scope="col" class={used.has(at) ? 'used' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, PREVIEW_ROWS).map((row, i) => (
            <tr key={i}>
              {columns.map((_, at) => (
                <td key={at} class={used.has(at) ? 'used' : undefined}>
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

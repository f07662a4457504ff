// Chooses which column holds which field, with a preview.
import type { ColumnChoice, Field } from '../../../csv/columns.ts'
import { FIELDS } from '../../../csv/columns.ts'
import type { Grid } from '../../../csv/read-table.ts'
import type { Separator } from '../../../csv/separator.ts'
import { SEPARATORS } from '../../../csv/separator.ts'
import { text as playgroundText } from '../text.ts'
import type { Table } from './address-table.ts'
import { text } from './text.ts'

const PREVIEW_ROWS = 5

interface ColumnPickerProps {
  readonly grid: Grid
  readonly table: Table
  readonly maxRows: number
  readonly header: boolean
  readonly choice: ColumnChoice
  readonly onHeader: (header: boolean) => void
  readonly onSeparator: (separator: Separator) => void
  readonly onChoice: (choice: ColumnChoice) => void
}

export function ColumnPicker(props: ColumnPickerProps) {
  const { grid, table, maxRows, header, choice, onHeader, onChoice } = props
  const choose = (field: Field, value: string) => {
    const { [field]: _, ...others } = choice
    onChoice(value === '' ? others : { ...choice, [field]: Number(value) })
  }
  return (
    <section aria-label={text.columns}>
      <p>
        <strong>{text.rows(table.rows.length)}.</strong> {table.truncated && text.truncated(maxRows)}{' '}
        {grid.skippedLines > 0 && text.skipped(grid.skippedLines)}
      </p>
      <div class="hints">
        {FIELDS.map((field) => (
          <div key={field}>
            <label for={`column-${field}`}>{playgroundText.fields[field]}</label>
            <select
              id={`column-${field}`}
              value={String(choice[field] ?? '')}
              onChange={({ currentTarget }) => choose(field, currentTarget.value)}
            >
              {field !== 'address' && <option value="">{text.noColumn}</option>}
              {table.columns.map((name, at) => (
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        ))}
        {grid.separator !== 'ndjson' && <SeparatorPicker {...props} separator={grid.separator} />}
      </div>
      {grid.separator !== 'ndjson' && (
        <label class="check">
          <input type="checkbox" checked={header} onChange={({ currentTarget }) => onHeader(currentTarget.checked)} />
          {text.header}
        </label>
      )}
      <Preview table={table} choice={choice} />
    </section>
  )
}

function SeparatorPicker({ separator, onSeparator }: ColumnPickerProps & { separator: Separator }) {
  return (
    <div>
      <label for="separator">{text.separator}</label>
      <select
        id="separator"
        value={separator}
        onChange={({ currentTarget }) => onSeparator(currentTarget.value as Separator)}
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

function Preview({ table: { columns, rows }, choice }: { table: Table; choice: ColumnChoice }) {
  const used = new Map(FIELDS.flatMap((field) => (choice[field] === undefined ? [] : [[choice[field], field]])))
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

// Chooses what each column holds, in the head of a preview. A phone shows the columns as a list.
import { fill } from '../language/choose-language.ts'
import './column-picker.css'
import { InlineSelect } from '../parts/inline-select.tsx'
import type { ColumnChoice } from './columns.ts'
import type { Grid } from './read-table.ts'
import type { Separator } from './separator.ts'
import { SEPARATORS } from './separator.ts'
import type { Table } from './table.ts'
import { text } from './text.ts'

const PREVIEW_ROWS = 5

interface ColumnPickerProps<F extends string> {
  /** The file's name; pasted text has none. */
  readonly name?: string | undefined
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
  const { name, grid, table, maxRows, header, fields, required, choice, onHeader, onSeparator, onChoice } = props
  const names = Object.keys(fields) as F[]
  /** A field has one column, and a column holds one field. */
  const choose = (column: number, field: F | '') => {
    const others = names.filter((each) => each !== field && choice[each] !== undefined && choice[each] !== column)
    const kept = others.map((each) => [each, choice[each]])
    onChoice(Object.fromEntries(field === '' ? kept : [...kept, [field, column]]) as ColumnChoice<F>)
  }
  const missing = required.filter((field) => choice[field] === undefined).map((field) => fields[field])
  const { separator } = grid
  return (
    <section class="column-picker" aria-label={text.columns}>
      <p class="row">
        {name && <strong>{name}</strong>}
        <span>{fill(text.rows, { count: table.rows.length })}</span>
        {table.truncated && <span>{fill(text.truncated, { maxRows })}</span>}
        {grid.skippedLines > 0 && <span>{fill(text.skipped, { count: grid.skippedLines })}</span>}
      </p>
      {separator !== 'ndjson' && (
        <div class="row">
          <label class="inline">
            <input type="checkbox" checked={header} onChange={({ currentTarget }) => onHeader(currentTarget.checked)} />
            {text.header}
          </label>
          {separator !== 'xlsx' && (
            <InlineSelect
              label={text.separator}
              value={separator}
              choices={SEPARATORS.map((each) => [each, text.separators[each]] as const)}
              onChange={onSeparator}
            />
          )}
        </div>
      )}
      <p class="quiet">{text.mapping}</p>
      <section class="scroll clipped preview" tabIndex={0} aria-label={text.preview}>
        <table>
          <thead>
            <tr>
              {table.columns.map((column, at) => {
                const field = names.find((each) => choice[each] === at)
                return (
                  <th key={at} scope="col" class={field ? 'used' : undefined}>
                    <span class="one-line">{column}</span>
                    <small aria-hidden="true">{table.rows.find((row) => row[at])?.[at]}</small>
                    <select
                      aria-label={fill(text.useAs, { column })}
                      value={field ?? ''}
                      onChange={({ currentTarget }) => choose(at, currentTarget.value as F | '')}
                    >
                      <option value="">{text.unused}</option>
                      {names.map((each) => (
                        <option key={each} value={each}>
                          {fields[each]}
                        </option>
                      ))}
                    </select>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, PREVIEW_ROWS).map((row, i) => (
              <tr key={i}>
                {table.columns.map((_, at) => (
                  <td key={at} class={names.some((each) => choice[each] === at) ? 'used' : undefined}>
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {missing.length > 0 && (
        <p class="notice warn" role="status">
          {fill(text.missing, { fields: missing.join(', ') })}
        </p>
      )}
    </section>
  )
}

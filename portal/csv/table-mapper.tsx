// What the columns of a chosen file mean, with what was guessed about the file itself.
import { fill } from '../language/choose-language.ts'
import { InlineSelect } from '../parts/inline-select.tsx'
import { ColumnMapper, HeaderQuestion } from './column-mapper.tsx'
import type { ColumnChoice } from './columns.ts'
import type { Grid } from './read-table.ts'
import type { Separator } from './separator.ts'
import { SEPARATORS } from './separator.ts'
import type { Table } from './table.ts'
import { text } from './text.ts'

/** Where the values that are shown are looked for. */
const SAMPLED_ROWS = 50

interface TableMapperProps<F extends string> {
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

export function TableMapper<F extends string>(props: TableMapperProps<F>) {
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
  const columns = table.columns.map((column, at) => ({
    name: column,
    samples: table.rows.slice(0, SAMPLED_ROWS).flatMap((row) => row[at]?.trim() || []),
    meaning: names.find((each) => choice[each] === at) ?? ('' as const),
  }))
  return (
    <section class="stack" aria-label={text.columns}>
      <p class="row">
        {name && <strong>{name}</strong>}
        <span>{fill(text.rows, { count: table.rows.length })}</span>
        {table.truncated && <span>{fill(text.truncated, { maxRows })}</span>}
        {grid.skippedLines > 0 && <span>{fill(text.skipped, { count: grid.skippedLines })}</span>}
        {separator !== 'ndjson' && separator !== 'xlsx' && (
          <InlineSelect
            label={text.separator}
            value={separator}
            choices={SEPARATORS.map((each) => [each, text.separators[each]] as const)}
            onChange={onSeparator}
          />
        )}
      </p>
      {separator !== 'ndjson' && <HeaderQuestion header={header} firstLine={grid.rows[0] ?? []} onHeader={onHeader} />}
      <ColumnMapper columns={columns} meanings={fields} onChoose={choose} />
      {missing.length > 0 && (
        <p class="notice warn" role="status">
          {fill(text.missing, { fields: missing.join(', ') })}
        </p>
      )}
    </section>
  )
}

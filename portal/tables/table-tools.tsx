// Above a table: its order where no heading can be clicked, its columns, and a file of what it shows.
import { saveFile } from '../csv/save-file.ts'
import { text } from '../language/shared-text.ts'
import { Button } from '../parts/button.tsx'
import { InlineSelect } from '../parts/inline-select.tsx'
import { Menu } from '../parts/menu.tsx'
import type { Column, Sort } from './table-values.ts'
import { tableCsv } from './table-values.ts'

interface TableToolsProps<Row> {
  readonly file: string
  readonly columns: readonly Column<Row>[]
  readonly hidden: readonly string[]
  readonly onHide: (hidden: readonly string[]) => void
  /** As shown. */
  readonly rows: readonly Row[]
  /** For cards, which have no headings. */
  readonly sortable?: readonly Column<Row>[] | undefined
  readonly sort: Sort | null
  readonly onSort: (sort: Sort | null) => void
}

export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { file, columns, hidden, onHide, rows, sortable, sort, onSort } = props
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  const toggle = (key: string) =>
    onHide(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key])
  return (
    <div class="row end table-tools">
      {sortable && sortable.length > 0 && (
        <InlineSelect
          label={text.table.sort}
          value={sort?.key ?? ''}
          choices={[['', text.table.unsorted], ...sortable.map(({ key, title }) => [key, title] as const)]}
          onChange={(key) => onSort(key === '' ? null : { key, descending: false })}
        />
      )}
      <Menu label={text.table.columns} count={columns.length - shown.length}>
        {columns.map(({ key, title }) => (
          <label class="inline" key={key}>
            <input
              type="checkbox"
              checked={!hidden.includes(key)}
              disabled={shown.length === 1 && shown[0]!.key === key}
              onChange={() => toggle(key)}
            />
            {title}
          </label>
        ))}
      </Menu>
      <Button
        look="second small"
        label={text.table.export}
        onClick={() => saveFile(tableCsv(shown, rows), `plinth-${file}.csv`)}
      />
    </div>
  )
}

// Finding a project whatever a plan sees: by words, by province, by id.

import { useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { DeskProjectItem } from '../../../../src/contract/api-types.ts'
import { useLoad } from '../../../api/use-load.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatNumber, humanize, NO_VALUE } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { findProjects } from './projects-api.ts'
import { text } from './text.ts'

const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']

const COLUMNS: readonly Column<DeskProjectItem>[] = [
  { key: 'id', title: text.columns.id, number: true, cell: ({ id }) => id },
  {
    key: 'name',
    title: text.columns.name,
    cell: ({ id, name }) => <a href={`/desk/projects/${id}`}>{name}</a>,
  },
  { key: 'address', title: text.columns.address, cell: ({ address }) => address },
  { key: 'developer', title: text.columns.developer, cell: ({ developer }) => developer ?? NO_VALUE },
  { key: 'status', title: text.columns.status, cell: ({ status }) => <Badge>{humanize(status)}</Badge> },
  { key: 'towers', title: text.columns.towers, number: true, cell: ({ buildings }) => formatNumber(buildings.length) },
]

export function Search() {
  const { route } = useLocation()
  return <ProjectFinder label={text.search} onOpen={({ id }) => route(`/desk/projects/${id}`)} columns={COLUMNS} />
}

interface FinderProps {
  readonly label: string
  readonly columns: readonly Column<DeskProjectItem>[]
  readonly onOpen?: (project: DeskProjectItem) => void
}

/** The fields to ask with and the table of what was found. */
export function ProjectFinder({ label, columns, onOpen }: FinderProps) {
  const [q, setQ] = useState('')
  const [province, setProvince] = useState('')
  const id = useId()
  const found = useLoad(`${province} ${q}`, (signal) => findProjects(q.trim(), province, signal))
  return (
    <>
      <search class="finder">
        <div class="field">
          <label for={`${id}-q`}>{label}</label>
          <input
            id={`${id}-q`}
            type="search"
            value={q}
            maxLength={200}
            aria-describedby={`${id}-hint`}
            onInput={(event) => setQ(event.currentTarget.value)}
          />
          <p class="hint" id={`${id}-hint`}>
            {text.searchHint}
          </p>
        </div>
        <div class="field">
          <label for={`${id}-province`}>{text.province}</label>
          <select id={`${id}-province`} value={province} onChange={(event) => setProvince(event.currentTarget.value)}>
            <option value="">{text.anyProvince}</option>
            {PROVINCES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </div>
      </search>
      <WhenLoaded result={found}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty>{text.nothingFound}</Empty>
          ) : (
            <>
              <p class="quiet" role="status">
                {text.found(meta.count, meta.total)}
              </p>
              <DataTable
                label={text.foundLabel}
                columns={columns}
                rows={data}
                rowKey={(project) => project.id}
                {...(onOpen && { onOpen })}
              />
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}

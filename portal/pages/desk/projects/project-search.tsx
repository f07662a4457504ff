// Finds projects by name, address, developer or ID, regardless of plan.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { DeskProjectItem } from '../../../../src/http/api-types.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber, humanize, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Field, Select } from '../../../parts/form.tsx'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import { findProjects } from './projects-api.ts'
import { text } from './text.ts'

const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']
const PROVINCE_CHOICES = [
  { value: '', label: text.anyProvince },
  ...PROVINCES.map((code) => ({ value: code, label: code })),
]

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
  {
    key: 'towers',
    title: text.columns.towers,
    number: true,
    cell: ({ buildings }) => formatNumber(buildings.length),
    value: ({ buildings }) => buildings.length,
  },
]

export function ProjectSearch() {
  const { route } = useLocation()
  return <ProjectFinder label={text.search} onOpen={({ id }) => route(`/desk/projects/${id}`)} columns={COLUMNS} />
}

interface ProjectFinderProps {
  readonly label: string
  readonly columns: readonly Column<DeskProjectItem>[]
  readonly onOpen?: (project: DeskProjectItem) => void
}

export function ProjectFinder({ label, columns, onOpen }: ProjectFinderProps) {
  const [q, setQ] = useState('')
  const [province, setProvince] = useState('')
  const projects = useLoad(`${province} ${q}`, (signal) => findProjects(q.trim(), province, signal))
  return (
    <>
      <search class="beside" style={{ '--right': '12rem', '--gap': '0 var(--s4)' }}>
        <Field label={label} hint={text.searchHint} type="search" maxLength={200} value={q} onChange={setQ} />
        <Select label={text.province} value={province} choices={PROVINCE_CHOICES} onChange={setProvince} />
      </search>
      <WhenLoaded result={projects}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty>{text.noMatch}</Empty>
          ) : (
            <>
              <p class="quiet" role="status">
                {fill(text.found, { count: meta.count, total: meta.total })}
              </p>
              <DataTable
                name="projects"
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

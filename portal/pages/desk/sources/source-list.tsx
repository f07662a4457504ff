// Licence, attribution and trust of each source, most trusted first.
import type { SourceState } from '../../../../src/http/api-types.ts'
import { useRecord } from '../../../api/use-load.ts'
import { formatNumber, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import { text as shared } from '../parts/text.ts'
import { EditSource } from './edit-source.tsx'
import { text } from './text.ts'

const COLUMNS: readonly Column<SourceState>[] = [
  { key: 'source', title: shared.source, cell: (row) => <strong>{row.name}</strong> },
  { key: 'title', title: text.data, cell: (row) => <Title row={row} /> },
  { key: 'trust', title: text.trust, number: true, cell: (row) => formatNumber(row.trust) },
  { key: 'rows', title: text.rows, number: true, cell: (row) => formatNumber(row.rows) },
  { key: 'licence', title: text.licence, cell: (row) => <Licence row={row} /> },
  { key: 'attribution', title: text.attribution, cell: (row) => row.attribution ?? NO_VALUE },
]

function Title({ row: { name, title, publisher, creates_projects } }: { row: SourceState }) {
  return (
    <>
      {title === null ? text.notImported : title === name ? NO_VALUE : title}
      {publisher && ` (${publisher})`} {!creates_projects && <Badge tone="stone">{text.addsOnly}</Badge>}
    </>
  )
}

function Licence({ row: { licence, licence_url, share_alike, share_alike_allowed_at } }: { row: SourceState }) {
  return (
    <>
      {licence_url ? <a href={licence_url}>{licence}</a> : (licence ?? text.ownData)}{' '}
      {share_alike && (
        <Badge tone={share_alike_allowed_at ? 'stone' : 'warn'}>
          {share_alike_allowed_at ? text.shareAlike : text.shareAlikeNotAllowed}
        </Badge>
      )}
    </>
  )
}

/** Reloads when `version` changes. */
export function SourceList({ version, onChanged }: { version: number; onChanged: () => void }) {
  const columns: readonly Column<SourceState>[] = [
    ...COLUMNS,
    { key: 'action', title: '', cell: (row) => <EditSource source={row} onDone={onChanged} /> },
  ]
  const sources = useRecord<SourceState[]>('/api/v1/operator/sources', version)
  return (
    <section>
      <h2>{text.licences}</h2>
      <p class="quiet">{text.licencesLead}</p>
      <WhenLoaded result={sources} lines={3}>
        {(data) =>
          data.length === 0 ? (
            <Empty>{text.noLicences}</Empty>
          ) : (
            <DataTable label={text.licences} columns={columns} rows={data} rowKey={(row) => row.name} />
          )
        }
      </WhenLoaded>
    </section>
  )
}

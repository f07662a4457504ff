// The request log: filters in the URL, and pages of requests, newest first.
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { LoggedRequest, RequestLogPage } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { text as words } from '../../../language/shared-text.ts'
import { Button } from '../../../parts/button.tsx'
import type { FilterValues } from '../../../parts/filter-bar.tsx'
import { activeFilters, FilterBar, useFilters } from '../../../parts/filter-bar.tsx'
import { PagedRows } from '../../../tables/paged-rows.tsx'
import { usePageSize } from '../../../tables/use-stored.ts'
import { text as shared } from '../parts/text.ts'
import { RequestTable } from './request-table.tsx'
import { text } from './text.ts'
import './page.css'

const FILTERS = ['key_id', 'status', 'code', 'route', 'request_id'] as const
const HOURS: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 168 }
const HOUR_MS = 3_600_000

/** Values of a column seen so far, so that nobody has to type a route or an error code. */
function useSeen(values: readonly (string | null)[], chosen: string | undefined): [string, string][] {
  const seen = useRef(new Set<string>())
  for (const value of values) if (value !== null) seen.current.add(value)
  if (chosen) seen.current.add(chosen)
  return ['', ...[...seen.current].sort()].map((value) => [value, value || words.any])
}

interface LogFiltersProps {
  readonly values: FilterValues
  readonly rows: readonly LoggedRequest[]
  readonly onChange: (values: FilterValues) => void
}

function LogFilters({ values, rows, onChange }: LogFiltersProps) {
  const keys = useLoad('keys', (signal) => plinth.apiKeys.list({ signal }).then(({ data }) => data))
  const codes = rows.map(({ code }) => code)
  const routes = rows.map(({ route }) => route)
  const names = new Map([
    // A link can name an application or a key that was deleted.
    ...(values.key_id ? [[values.key_id, values.key_id] as const] : []),
    ...rows.flatMap(({ application }) =>
      application ? [[application.id, application.name ?? application.id] as const] : [],
    ),
    ...(keys.data ?? []).map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`] as const),
  ])
  return (
    <FilterBar
      label={text.filters}
      values={values}
      onChange={onChange}
      fields={[
        { name: 'period', label: text.period, choices: Object.entries(text.periods) },
        { name: 'status', label: text.status, choices: [['', text.anyStatus], ...Object.entries(text.statuses)] },
        { name: 'key_id', label: text.key, choices: [['', words.any], ...names] },
        { name: 'code', label: text.code, choices: useSeen(codes, values.code) },
        { name: 'route', label: text.route, choices: useSeen(routes, values.route) },
        { name: 'request_id', label: text.requestId },
      ]}
    />
  )
}

export function Logs() {
  const [values, setValues] = useFilters()
  const pageSize = usePageSize('requests', 50)
  const filters = activeFilters(values, FILTERS)
  const hours = HOURS[values.period ?? '']
  // Fixed until the period changes, so that pages belong together.
  const since = useMemo(() => (hours ? new Date(Date.now() - hours * HOUR_MS).toISOString() : undefined), [hours])
  const log = useCursorPages<LoggedRequest, RequestLogPage>('/api/v1/request-logs', {
    limit: String(pageSize.size),
    ...filters,
    since,
  })
  const isFiltered = hours !== undefined || Object.keys(filters).length > 0
  const isSearching = log.rows.length === 0 && log.hasMore && !log.error
  // A filter that matches rarely has empty pages.
  useEffect(() => {
    if (isSearching && !log.loading) log.loadMore()
  }, [isSearching, log.loading])
  const meta = log.first?.meta
  return (
    <>
      <div class="row between head">
        <p class="lead">{meta ? fill(text.lead, { days: formatNumber(meta.retention_days) }) : text.leadLoading}</p>
        <Button look="second small" label={shared.refresh} disabled={log.loading} onClick={log.reload} />
      </div>
      <LogFilters values={values} rows={log.rows} onChange={setValues} />
      {meta && meta.omitted > 0 && <p class="notice">{fill(text.omitted, { count: formatNumber(meta.omitted) })}</p>}
      <PagedRows
        pages={log}
        pageSize={pageSize}
        empty={
          isSearching ? (
            text.searching
          ) : isFiltered ? (
            text.empty
          ) : (
            <>
              {text.none} <a href="/account/keys">{text.createKey}</a>
            </>
          )
        }
      >
        <RequestTable rows={log.rows} />
      </PagedRows>
    </>
  )
}

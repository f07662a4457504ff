// Projects an import creates, changes or removes, with their fields before and after.
import { useState } from 'preact/hooks'
import type { ImportChangePage, ImportRun } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatMoney, formatNumber, humanize } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PlainTable } from '../../../tables/data-table.tsx'
import { PagedRows } from '../../../tables/paged-rows.tsx'
import { describeMoney } from '../parts/describe-money.ts'
import { SearchField } from './search-field.tsx'
import { text } from './text.ts'

type Change = ImportChangePage['data'][number]
type Kind = Change['change']

/** Stored for each unpublished run. */
const MAX_STORED = 1000

export function ImportChanges({ run, kind }: { run: ImportRun; kind: Kind }) {
  const [q, setQ] = useState('')
  const changes = useCursorPages<Change, ImportChangePage>(`/api/v1/operator/imports/${run.id}/changes`, { kind, q })
  const count = run.changes?.[kind] ?? 0
  if (count === 0) return <p class="quiet">{text.noChanges}</p>
  const isUnpublished = run.outcome !== 'published'
  return (
    <>
      <SearchField label={text.search} value={q} onChange={setQ} />
      {isUnpublished && count > MAX_STORED && (
        <p class="quiet">{fill(text.truncated, { count: formatNumber(count) })}</p>
      )}
      <PagedRows pages={changes} empty={isUnpublished && q === '' ? text.expired : text.noChanges}>
        <ul class="tile entries changes">
          {changes.rows.map((change) => (
            <li key={change.project_id ?? change.address}>
              {hasDetails(change) ? (
                <details>
                  <summary class="row">
                    <Summary change={change} />
                  </summary>
                  <ChangeDetails change={change} />
                </details>
              ) : (
                <div class="row head">
                  <Summary change={change} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </PagedRows>
    </>
  )
}

const hasDetails = ({ fields, parts }: Change) => fields.length > 0 || Object.keys(parts).length > 0

function Summary({ change }: { change: Change }) {
  const { name, address, project_id, fields, plan_prices } = change
  return (
    <>
      <strong>{name}</strong>
      <span class="quiet">{address}</span>
      <span class="row push">
        {fields.length > 0 && <Badge>{fill(text.fieldsCount, { count: formatNumber(fields.length) })}</Badge>}
        {plan_prices && <Badge tone="warn">{formatPercentChange(plan_prices.largest)}</Badge>}
        <Badge tone={project_id === null ? 'good' : 'none'}>
          {project_id === null ? text.newProject : fill(text.project, { id: project_id })}
        </Badge>
      </span>
    </>
  )
}

/** `+12 %`. */
function formatPercentChange({ from, to }: { from: number; to: number }): string {
  const percent = Math.round(((to - from) / Math.max(1, from)) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}

const FIELD_COLUMNS: readonly Column<Change['fields'][number]>[] = [
  { key: 'field', title: text.field, heading: true, cell: ({ field }) => humanize(field) },
  { key: 'before', title: text.before, cell: ({ field, from }) => formatValue(field, from) },
  { key: 'after', title: text.after, cell: ({ field, to }) => formatValue(field, to) },
]

function ChangeDetails({ change: { fields, parts, plan_prices } }: { change: Change }) {
  return (
    <div class="change-body">
      {fields.length > 0 && <PlainTable label={text.details} columns={FIELD_COLUMNS} rows={fields} />}
      {plan_prices && (
        <p>
          {fill(text.planPrices, {
            raised: formatNumber(plan_prices.raised),
            lowered: formatNumber(plan_prices.lowered),
          })}{' '}
          {fill(text.largest, {
            plan: plan_prices.largest.plan,
            from: formatMoney(plan_prices.largest.from),
            to: formatMoney(plan_prices.largest.to),
          })}
        </p>
      )}
      <ul>
        {(Object.keys(text.kinds) as (keyof typeof text.kinds)[]).map((part) => {
          const counts = parts[part]
          if (!counts) return null
          const [added, removed, changed] = [counts.added, counts.removed, counts.changed].map(formatNumber)
          return (
            <li key={part}>
              {humanize(
                fill(text.partCounts, { part: text.kinds[part], added: added!, removed: removed!, changed: changed! }),
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function formatValue(field: string, value: unknown): string {
  if (value === null || value === '' || value === 'unknown') return humanize('unknown')
  const money = describeMoney(field, value)
  if (money !== null) return money
  if (Array.isArray(value)) return value.map((each) => formatValue(field, each)).join(' · ')
  if (typeof value === 'object')
    return Object.entries(value as object)
      .map(([name, each]) => `${humanize(name)}: ${formatValue(name, each)}`)
      .join(', ')
  return String(value)
}

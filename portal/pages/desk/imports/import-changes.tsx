// The projects an import creates, changes or takes away; a changed one opens to its fields, before and after.
import { useState } from 'preact/hooks'
import type { ImportChangePage, ImportRun } from '../../../../src/contract/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatMoney, formatNumber, humanize } from '../../../parts/format.ts'
import { PagedRows } from '../../../parts/paged-rows.tsx'
import { SearchField } from './search-field.tsx'
import { text } from './text.ts'

type Change = ImportChangePage['data'][number]
type Kind = Change['change']

const MOST_KEPT = 1000

export function ImportChanges({ run, kind }: { run: ImportRun; kind: Kind }) {
  const [q, setQ] = useState('')
  const found = useCursorPages<Change, ImportChangePage>(`/api/v1/operator/imports/${run.id}/changes`, { kind, q })
  const count = run.changes?.[kind] ?? 0
  if (count === 0) return <p class="quiet">{text.noChanges}</p>
  const isKept = run.outcome !== 'published'
  return (
    <>
      <SearchField label={text.search} value={q} onChange={setQ} />
      {isKept && count > MOST_KEPT && <p class="quiet">{text.keptSome(formatNumber(count))}</p>}
      <div aria-live="polite">
        <PagedRows pages={found} empty={isKept && q === '' ? text.forgotten : text.noChanges}>
          <ul class="changes">
            {found.rows.map((change) => (
              <li key={change.project_id ?? change.address}>
                {hasMore(change) ? (
                  <details>
                    <summary>
                      <Head change={change} />
                    </summary>
                    <Body change={change} />
                  </details>
                ) : (
                  <div class="head">
                    <Head change={change} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </PagedRows>
      </div>
    </>
  )
}

const hasMore = ({ fields, parts }: Change) => fields.length > 0 || Object.keys(parts).length > 0

function Head({ change }: { change: Change }) {
  const { name, address, project_id, fields, plan_prices } = change
  return (
    <>
      <strong>{name}</strong>
      <span class="quiet">{address}</span>
      <span class="row marks">
        {fields.length > 0 && <Badge>{text.fieldsCount(formatNumber(fields.length))}</Badge>}
        {plan_prices && <Badge tone="warn">{sayMove(plan_prices.largest)}</Badge>}
        <Badge tone={project_id === null ? 'good' : 'none'}>
          {project_id === null ? text.newProject : text.project(project_id)}
        </Badge>
      </span>
    </>
  )
}

/** "+12 %". */
function sayMove({ from, to }: { from: number; to: number }): string {
  const percent = Math.round(((to - from) / Math.max(1, from)) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}

function Body({ change: { fields, parts, plan_prices } }: { change: Change }) {
  return (
    <div class="change-body">
      {fields.length > 0 && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{text.field}</th>
                <th scope="col">{text.from}</th>
                <th scope="col">{text.to}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ field, from, to }) => (
                <tr key={field}>
                  <th scope="row">{humanize(field)}</th>
                  <td class="before">{sayValue(field, from)}</td>
                  <td class="after">{sayValue(field, to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {plan_prices && (
        <p>
          {text.planPrices(formatNumber(plan_prices.raised), formatNumber(plan_prices.lowered))}{' '}
          {text.largest(
            plan_prices.largest.plan,
            formatMoney(plan_prices.largest.from),
            formatMoney(plan_prices.largest.to),
          )}
        </p>
      )}
      <ul class="parts">
        {(Object.keys(text.kinds) as (keyof typeof text.kinds)[]).map((part) => {
          const counts = parts[part]
          if (!counts) return null
          const [added, removed, changed] = [counts.added, counts.removed, counts.changed].map(formatNumber)
          return <li key={part}>{humanize(text.partsSaid(text.kinds[part], added!, removed!, changed!))}</li>
        })}
      </ul>
    </div>
  )
}

const MONEY = /^(price|psf|launch_price)/

function sayValue(field: string, value: unknown): string {
  if (value === null || value === '') return text.unknown
  if (typeof value === 'number') return MONEY.test(field) ? formatMoney(value) : String(value)
  if (typeof value === 'string') return value
  return JSON.stringify(value, null, 1)
}

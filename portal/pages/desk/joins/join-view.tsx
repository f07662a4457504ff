// One join case: both rows side by side, what agrees and differs, and the map.
import { useMemo } from 'preact/hooks'
import type { JoinCase } from '../../../../src/http/api-types.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDate, formatDateTime, formatNumber, humanize, NO_VALUE } from '../../../language/format.ts'
import { pointsOf } from '../../../map/map-point.ts'
import { PointMap } from '../../../map/point-map.tsx'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { text } from './text.ts'

type Row = JoinCase['row']
type Field = JoinCase['comparison'][number]

/** The import joins rows up to this distance by itself. */
const FAR_M = 150

const TONES: Readonly<Record<Field['agreement'], Tone>> = { same: 'good', different: 'warn', one_side: 'none' }
const fieldNames: Readonly<Record<string, string>> = text.fields
/** Their values are words of a fixed list, such as `condo_apartment`. */
const WORDS = ['building_type', 'tenure', 'sales_status', 'construction_status']

/** Reused for the next case, so that the map moves instead of loading again. */
export function JoinView({ join }: { readonly join: JoinCase }) {
  const points = useMemo(() => sidePoints(join), [join.id])
  return (
    <>
      <h2>{join.reason}</h2>
      <p class="row">
        <Badge tone="info">{fill(text.confidence, { share: formatConfidence(join.match_confidence) })}</Badge>
        <Badge tone={join.distance_m === null ? 'none' : join.distance_m > FAR_M ? 'warn' : 'good'}>
          {join.distance_m === null ? text.noDistance : fill(text.distance, { metres: formatNumber(join.distance_m) })}
        </Badge>
      </p>
      <div class="grid fit" style={{ '--gap': 'var(--s3)', '--min': '16rem' }}>
        <Side mark={text.sides.row} row={join.row} />
        <Side mark={text.sides.other} row={join.other} trusted />
      </div>
      <div class="beside after join-parts" style={{ '--right': '17rem' }}>
        <Comparison join={join} />
        {points.length > 0 ? <PointMap label={text.map} points={points} /> : <p class="quiet">{text.noMap}</p>}
      </div>
      {join.decided_at !== null && (
        <p>
          {fill(text.decidedBy, {
            person: join.decided_by_email ?? join.decided_by ?? NO_VALUE,
            time: formatDateTime(join.decided_at),
          })}
          {join.decision_reason && <q>{join.decision_reason}</q>}
        </p>
      )}
    </>
  )
}

function Side({
  mark,
  row,
  trusted = false,
}: {
  readonly mark: string
  readonly row: Row
  readonly trusted?: boolean
}) {
  const { source, source_title, key, observed_at, project_id, name, address } = row
  return (
    <section class="sunken anywhere" aria-label={mark}>
      <p class="row">
        <strong class="letter">{mark}</strong>
        <span>{source_title ?? source}</span>
        {trusted && <Badge tone="stone">{text.trusted}</Badge>}
      </p>
      {address === null ? (
        <p>{text.gone}</p>
      ) : (
        <>
          {name !== null && !address.startsWith(`${name},`) && <h3>{name}</h3>}
          <p>{address}</p>
        </>
      )}
      <p class="quiet">
        {fill(text.key, { key })}
        {observed_at && ` · ${fill(text.observed, { day: formatDate(observed_at) })}`}
        {project_id !== null && (
          <>
            {' · '}
            <a href={`/desk/projects/${project_id}`}>{fill(text.project, { id: project_id })}</a>
          </>
        )}
      </p>
      {project_id === null && address !== null && <p class="quiet">{text.waits}</p>}
    </section>
  )
}

function Comparison({ join }: { readonly join: JoinCase }) {
  return (
    <table class="anywhere join-fields">
      <caption class="hidden">{text.comparison}</caption>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.sides.row}</th>
          <th scope="col">{text.sides.other}</th>
          <th scope="col">{text.agreement}</th>
        </tr>
      </thead>
      <tbody>
        {join.comparison.map((field) => (
          <tr key={field.field} class={field.agreement}>
            <th scope="row">{fieldNames[field.field] ?? humanize(field.field)}</th>
            <td data-side={text.sides.row}>{describe(field.field, field.value)}</td>
            <td data-side={text.sides.other}>{describe(field.field, field.other_value)}</td>
            <td>
              <Badge tone={TONES[field.agreement]}>{text.agreements[field.agreement]}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function describe(field: string, value: Field['value']): string {
  if (value === null) return NO_VALUE
  return WORDS.includes(field) ? humanize(String(value)) : String(value)
}

const sidePoints = ({ row, other }: JoinCase) =>
  pointsOf([row, other], ({ name, key }, index) => ({
    label: name ?? key,
    mark: index === 0 ? text.sides.row : text.sides.other,
    tone: index === 0 ? 'info' : 'good',
  }))

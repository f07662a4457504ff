// How a home is named and marked on its pages.
import type { Home, HomeListing } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { Badge } from '../../../parts/badge.tsx'
import { text } from './text.ts'

export const HOMES = '/api/v1/homes'

export const homeHref = (id: string) => `/account/homes/${encodeURIComponent(id)}`

export function homeTitle({ building, unit }: Home): string {
  const { name, address, project_name, id } = building
  return fill(text.home, { unit, building: address ?? name ?? project_name ?? fill(text.buildingId, { id }) })
}

export const transactionText = (transaction: HomeListing['transaction']): string =>
  transaction === null ? text.transactions.unknown : text.transactions[transaction]

const TONES = { active: 'good', sold: 'stone', leased: 'stone', off_market: 'none' } as const

export function HomeBadges({ home: { status, marks } }: { home: Home }) {
  return (
    <span class="row badges">
      <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
      {marks.map((mark) => (
        <Badge key={mark} tone="info">
          {text.marks[mark]}
        </Badge>
      ))}
    </span>
  )
}

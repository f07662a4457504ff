// A project in the list.
import type { Project } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatMoney, formatNumber } from '../../language/format.ts'
import { Badge } from '../../parts/badge.tsx'
import { InventedBadge } from '../../parts/invented-badge.tsx'
import { statusTone } from '../../parts/status-tone.ts'
import { text } from './text.ts'

/** The list requests only the fields that a card shows. */
export const CARD_FIELDS = [
  'id',
  'name',
  'address',
  'developer',
  'status',
  'price_from',
  'storeys',
  'units_total',
  'cover_media',
  'invented',
] as const
export type CardProject = Pick<Project, (typeof CARD_FIELDS)[number]>

export function ProjectCard({ project, onHover }: { project: CardProject; onHover: (id: number | null) => void }) {
  const { id, name, address, developer, status, price_from, storeys, units_total, cover_media } = project
  const picture = cover_media?.variants?.thumbnail
  const size = [
    storeys === null ? null : fill(text.storeys, { count: formatNumber(storeys) }),
    units_total === null ? null : fill(text.homes, { count: formatNumber(units_total) }),
  ].filter((part) => part !== null)
  return (
    <a
      class="project-card"
      href={`/explore/${id}`}
      onMouseEnter={() => onHover(id)}
      onMouseLeave={() => onHover(null)}
      onFocus={() => onHover(id)}
      onBlur={() => onHover(null)}
    >
      {picture ? (
        <img
          class="picture"
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span class="picture" />
      )}
      <span class="about grow">
        <span class="name one-line">{name}</span>
        <span class="quiet one-line">{address}</span>
        <span class="quiet one-line">{[developer, ...size].filter(Boolean).join(' · ')}</span>
      </span>
      <span class="state">
        <Badge tone={statusTone(status)}>{wordFor('status', status)}</Badge>
        <InventedBadge of={project} />
        <span class="quiet number price">
          {price_from === null ? text.noPrice : fill(text.priceFrom, { price: formatMoney(price_from) })}
        </span>
      </span>
    </a>
  )
}

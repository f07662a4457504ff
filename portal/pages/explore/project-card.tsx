// One project in the list: its picture, name, place, status and price.
import type { Project } from '../../../src/contract/wire-types.ts'
import { Badge } from '../../parts/badge.tsx'
import { sayMoney, sayNumber, sayWord } from '../../parts/format.ts'
import { toneOf } from './status-tone.ts'
import { text } from './text.ts'

/** What a card shows; the list asks for no more. */
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
] as const
export type CardProject = Pick<Project, (typeof CARD_FIELDS)[number]>

export function ProjectCard({ project, onHover }: { project: CardProject; onHover: (id: number | null) => void }) {
  const { id, name, address, developer, status, price_from, storeys, units_total, cover_media } = project
  const picture = cover_media?.variants?.thumbnail
  const size = [
    storeys === null ? null : text.storeys(sayNumber(storeys)),
    units_total === null ? null : text.homes(sayNumber(units_total)),
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
        <img src={picture.url} width={picture.width} height={picture.height} alt="" loading="lazy" decoding="async" />
      ) : (
        <span class="no-picture" />
      )}
      <span class="about">
        <span class="name">{name}</span>
        <span class="where">{address}</span>
        <span class="where">{[developer, ...size].filter(Boolean).join(' · ')}</span>
      </span>
      <span class="state">
        <Badge tone={toneOf(status)}>{sayWord(status)}</Badge>
        <span class="price">{price_from === null ? text.noPrice : text.priceFrom(sayMoney(price_from))}</span>
      </span>
    </a>
  )
}

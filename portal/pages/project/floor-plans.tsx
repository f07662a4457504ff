// Floor plans as cards with drawings, or as a table.
import { useState } from 'preact/hooks'
import type { FloorPlan, Media } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatMoney, formatNumber, NO_VALUE } from '../../language/format.ts'
import { Badge } from '../../parts/badge.tsx'
import type { Column } from '../../tables/data-table.tsx'
import { DataTable } from '../../tables/data-table.tsx'
import { formatNumberRange } from './format-facts.ts'
import { Lightbox } from './lightbox.tsx'
import { altOf } from './media-alt.ts'
import { text } from './text.ts'

const TONES = {
  available: 'good',
  limited: 'warn',
  coming_soon: 'info',
  on_hold: 'warn',
  sold_out: 'stone',
  withdrawn: 'none',
} as const

const countBaths = ({ bathrooms_full, bathrooms_half }: FloorPlan) => bathrooms_full + bathrooms_half / 2
const formatBaths = (plan: FloorPlan) => formatNumber(countBaths(plan))

const COLUMNS: readonly Column<FloorPlan>[] = [
  { key: 'name', title: text.plan, cell: ({ name }) => name },
  { key: 'bedrooms', title: text.beds, cell: ({ bedrooms_label }) => bedrooms_label },
  { key: 'baths', title: text.baths, number: true, cell: formatBaths, value: countBaths },
  {
    key: 'interior_sqft',
    title: text.size,
    number: true,
    cell: ({ interior_sqft }) => fill(text.sqft, { size: formatNumber(interior_sqft) }),
  },
  { key: 'price', title: text.price, number: true, cell: ({ price }) => formatMoney(price) },
  { key: 'launch_price', title: text.launchPrice, number: true, cell: ({ launch_price }) => formatMoney(launch_price) },
  {
    key: 'exposure',
    title: text.exposure,
    cell: ({ exposure }) => exposure.map((side) => wordFor('exposure', side)).join(', ') || NO_VALUE,
  },
  { key: 'floor_min', title: text.floors, cell: ({ floor_min, floor_max }) => formatNumberRange(floor_min, floor_max) },
  {
    key: 'availability',
    title: text.availability,
    cell: ({ availability }) => wordFor('planAvailability', availability),
  },
]

export function FloorPlans({ plans, media }: { plans: readonly FloorPlan[]; media: readonly Media[] }) {
  const [view, setView] = useState<'cards' | 'table'>('cards')
  const [open, setOpen] = useState<number | null>(null)
  const drawings = media.filter(({ kind, variants }) => kind === 'floor_plan' && variants !== null)
  return (
    <>
      <div class="row">
        {(['cards', 'table'] as const).map((option) => (
          <button
            key={option}
            type="button"
            class="chip"
            aria-pressed={view === option}
            onClick={() => setView(option)}
          >
            {text[option]}
          </button>
        ))}
      </div>
      {view === 'table' ? (
        <DataTable name="floor-plans" label={text.plans} columns={COLUMNS} rows={plans} rowKey={({ id }) => id} />
      ) : (
        <ul class="grid after plan-cards" style={{ '--min': 'min(45%, 15rem)' }}>
          {plans.map((plan) => (
            <li key={plan.id} class="card flush">
              <PlanCard
                plan={plan}
                drawing={drawings.find(({ floor_plan_id }) => floor_plan_id === plan.id)}
                onOpen={(drawing) => setOpen(drawings.indexOf(drawing))}
              />
            </li>
          ))}
        </ul>
      )}
      {open !== null && <Lightbox pictures={drawings} first={open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface PlanCardProps {
  readonly plan: FloorPlan
  readonly drawing: Media | undefined
  readonly onOpen: (drawing: Media) => void
}

function PlanCard({ plan, drawing, onOpen }: PlanCardProps) {
  const { name, bedrooms, bedrooms_label, interior_sqft, exterior_sqft, price, availability, is_penthouse } = plan
  const picture = drawing?.variants?.medium
  return (
    <>
      {picture && drawing && (
        <button type="button" class="second" onClick={() => onOpen(drawing)} aria-label={fill(text.enlarge, { name })}>
          <img src={picture.url} width={picture.width} height={picture.height} alt={altOf(drawing)} loading="lazy" />
        </button>
      )}
      <h3>{name}</h3>
      <p>
        {bedrooms === 0
          ? fill(text.studioAndBaths, { baths: formatBaths(plan) })
          : fill(text.bedsAndBaths, { beds: bedrooms_label, baths: formatBaths(plan) })}
        {is_penthouse && ` · ${text.penthouse}`}
      </p>
      <p class="quiet">
        {fill(text.sqft, { size: formatNumber(interior_sqft) })}{' '}
        {exterior_sqft ? fill(text.outside, { size: formatNumber(exterior_sqft) }) : ''}
      </p>
      <p class="row between">
        <strong>{price === null ? NO_VALUE : formatMoney(price)}</strong>
        <Badge tone={TONES[availability]}>{wordFor('planAvailability', availability)}</Badge>
      </p>
    </>
  )
}

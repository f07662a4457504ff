// The project's buildings with their current and past addresses.

import type { Building } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { formatDate, formatNumber, NO_VALUE } from '../../language/format.ts'
import type { Column } from '../../parts/data-table.tsx'
import { PlainTable } from '../../parts/data-table.tsx'
import { text } from './text.ts'

function formatValidity(from: string | null, to: string | null): string {
  const parts = [
    from && fill(text.validFrom, { date: formatDate(from) }),
    to && fill(text.validTo, { date: formatDate(to) }),
  ].filter(Boolean)
  return parts.join(' ') || NO_VALUE
}

const COLUMNS: readonly Column<Building['addresses'][number]>[] = [
  { key: 'address', title: text.address, cell: ({ line }) => line },
  { key: 'type', title: text.addressType, cell: ({ kind }) => text.addressTypes[kind] },
  { key: 'valid', title: text.valid, cell: ({ valid_from, valid_to }) => formatValidity(valid_from, valid_to) },
]

export function Towers({ buildings, name }: { buildings: readonly Building[]; name: string }) {
  return (
    <div class="grid fit towers" style={{ '--min': '30rem' }}>
      {buildings.map((building) => (
        <section class="card" key={building.id}>
          <h3>{building.name ?? name}</h3>
          <p class="quiet">
            {fill(text.storeysAndUnits, {
              storeys: formatNumber(building.storeys),
              units: formatNumber(building.units),
            })}
          </p>
          <PlainTable label={building.name ?? name} columns={COLUMNS} rows={building.addresses} />
        </section>
      ))}
    </div>
  )
}

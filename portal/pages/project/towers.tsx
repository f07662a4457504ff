// The project's buildings with their current and past addresses.

import type { Building } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { formatDate } from '../../language/format.ts'
import type { Column } from '../../tables/data-table.tsx'
import { PlainTable } from '../../tables/data-table.tsx'
import { text } from './text.ts'

type Address = Building['addresses'][number]

const isDated = ({ valid_from, valid_to }: Address) => valid_from !== null || valid_to !== null

function formatValidity({ valid_from: from, valid_to: to }: Address): string {
  const parts = [
    from && fill(text.validFrom, { date: formatDate(from) }),
    to && fill(text.validTo, { date: formatDate(to) }),
  ]
  return parts.filter(Boolean).join(' ')
}

const COLUMNS: readonly Column<Address>[] = [
  { key: 'address', title: text.address, cell: ({ line }) => line },
  { key: 'type', title: text.addressType, cell: ({ kind }) => text.addressTypes[kind] },
]
const VALID: Column<Address> = { key: 'valid', title: text.valid, cell: formatValidity }

export function Addresses({ label, addresses }: { label: string; addresses: readonly Address[] }) {
  const columns = addresses.some(isDated) ? [...COLUMNS, VALID] : COLUMNS
  return <PlainTable label={label} columns={columns} rows={addresses} />
}

export function Towers({ buildings, name }: { buildings: readonly Building[]; name: string }) {
  return (
    <div class="grid fit towers" style={{ '--min': '30rem' }}>
      {buildings.map((building) => (
        <section class="card" key={building.id}>
          <h3>
            <a href={`/buildings/${building.id}${location.search}`}>{building.name ?? name}</a>
          </h3>
          <p class="quiet">
            {[
              building.storeys !== null && fill(text.storeysCount, { count: building.storeys }),
              building.units !== null && fill(text.homesCount, { count: building.units }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Addresses label={building.name ?? name} addresses={building.addresses} />
        </section>
      ))}
    </div>
  )
}

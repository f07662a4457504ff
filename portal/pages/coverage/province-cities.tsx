// The cities of a province, loaded when they are opened.
import { useState } from 'preact/hooks'
import type { Coverage } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { fill } from '../../language/choose-language.ts'
import { formatNumber } from '../../language/format.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import type { Column } from '../../tables/data-table.tsx'
import { PlainTable } from '../../tables/data-table.tsx'
import { knownColumns } from './known.ts'
import { text } from './text.ts'

interface CitiesProps {
  readonly province: string
  readonly name: string
}

const MAX_CITIES = 100

export function ProvinceCities(props: CitiesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{fill(text.citiesOf, { province: props.name })}</summary>
      {isOpen && <CityTable {...props} />}
    </details>
  )
}

const COLUMNS: readonly Column<Coverage>[] = [
  {
    key: 'city',
    title: text.city,
    heading: true,
    cell: ({ city }) => <a href={`/explore#city=${encodeURIComponent(city!)}`}>{city}</a>,
  },
  ...knownColumns,
]

function CityTable({ province, name }: CitiesProps) {
  const cities = useLoad(province, (signal) =>
    plinth.coverage.list({ by: 'city', province: province as 'ON', limit: MAX_CITIES }, { signal }),
  )
  return (
    <WhenLoaded result={cities}>
      {({ data, meta }) => (
        <>
          <PlainTable label={fill(text.citiesOf, { province: name })} columns={COLUMNS} rows={data} />
          {meta.has_more && (
            <p class="quiet">{fill(text.largest, { count: MAX_CITIES, total: formatNumber(meta.total) })}</p>
          )}
        </>
      )}
    </WhenLoaded>
  )
}

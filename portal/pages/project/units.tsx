// The project's units.
import type { FloorPlan, Unit } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatMoney, formatNumber, NO_VALUE } from '../../language/format.ts'
import { Badge } from '../../parts/badge.tsx'
import type { Column } from '../../tables/data-table.tsx'
import { DataTable } from '../../tables/data-table.tsx'
import { text } from './text.ts'

const TONES = {
  available: 'good',
  reserved: 'warn',
  held: 'warn',
  sold: 'stone',
  unreleased: 'info',
  withdrawn: 'none',
} as const

export function Units({ units, plans }: { units: readonly Unit[]; plans: readonly FloorPlan[] }) {
  const names = new Map(plans.map(({ id, name }) => [id, name]))
  const columns: readonly Column<Unit>[] = [
    { key: 'unit_number', title: text.unit, cell: ({ unit_number }) => unit_number },
    { key: 'plan', title: text.plan, cell: ({ floor_plan_id }) => names.get(floor_plan_id) ?? NO_VALUE },
    { key: 'floor', title: text.floor, number: true, cell: ({ floor }) => formatNumber(floor) },
    { key: 'exposure', title: text.exposure, cell: ({ exposure }) => wordFor('exposure', exposure) },
    {
      key: 'interior_sqft',
      title: text.size,
      number: true,
      cell: ({ interior_sqft }) => fill(text.sqft, { size: formatNumber(interior_sqft) }),
    },
    { key: 'price', title: text.price, number: true, cell: ({ price }) => formatMoney(price) },
    {
      key: 'status',
      title: text.status,
      cell: ({ status }) => <Badge tone={TONES[status]}>{wordFor('unitStatus', status)}</Badge>,
    },
  ]
  return <DataTable name="units" label={text.units} columns={columns} rows={units} rowKey={({ id }) => id} />
}

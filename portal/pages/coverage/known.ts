// What is known about the buildings of a group, as shares. What no source says is unknown, not zero.
import type { Coverage } from '../../../src/http/api-types.ts'
import { formatDate, formatNumber, formatPercent } from '../../language/format.ts'
import { text as shared } from '../../language/shared-text.ts'
import type { Column } from '../../tables/data-table.tsx'
import { text } from './text.ts'

export const KNOWN = ['with_units', 'with_year', 'with_corporation', 'with_point'] as const

export const shareOf = (group: Coverage, field: (typeof KNOWN)[number]): string =>
  group[field] === null ? shared.notKnown : formatPercent(group[field] / group.buildings)

export const knownColumns: readonly Column<Coverage>[] = [
  { key: 'buildings', title: text.buildings, number: true, cell: ({ buildings }) => formatNumber(buildings) },
  { key: 'invented', title: shared.invented, number: true, cell: ({ invented }) => formatNumber(invented) },
  ...KNOWN.map((field) => ({
    ...{ key: field, title: text[field], number: true },
    cell: (group: Coverage) => shareOf(group, field),
  })),
  { key: 'newest', title: text.newest, cell: ({ newest_data_as_of }) => formatDate(newest_data_as_of) },
]

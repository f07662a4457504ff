// plinth coverage: how many buildings a server or the local data has, and what is known about them.
import type { Coverage } from '@plinth/client'
import { listCoverage } from '../../catalog/query/coverage.ts'
import { CoverageQuery } from '../../http/dataset/coverage-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import type { ReadOptions } from './catalog-source.ts'
import { listCommand } from './list-command.ts'

const count = (value: number | null) => (value === null ? 'unknown' : value.toLocaleString('en-CA'))

export function coverageCommand(config: Config, options: ReadOptions): Promise<number> {
  return listCommand<Coverage, typeof CoverageQuery>(config, options, {
    path: '/api/v1/coverage',
    query: CoverageQuery,
    filterName: (parameter) => `--${parameter}`,
    find(snapshot, { by = 'province', limit = 50, province, city, source }) {
      const groups = listCoverage(snapshot, { by, province, city, source })
      return { records: groups.slice(0, limit), total: groups.length }
    },
    columns: () => [
      { title: 'Place', text: ({ city, province }) => [city, province].filter(Boolean).join(', ') || 'Canada' },
      { title: 'Source', text: ({ source }) => source ?? 'all' },
      { title: 'Buildings', text: ({ buildings }) => count(buildings), right: true },
      { title: 'Units', text: ({ with_units }) => count(with_units), right: true },
      { title: 'Year', text: ({ with_year }) => count(with_year), right: true },
      { title: 'Corporation', text: ({ with_corporation }) => count(with_corporation), right: true },
      { title: 'Point', text: ({ with_point }) => count(with_point), right: true },
      { title: 'Newest', text: ({ newest_data_as_of }) => newest_data_as_of ?? '' },
    ],
  })
}

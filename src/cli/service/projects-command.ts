// plinth projects: lists projects from a server or from local data.
import type { Project } from '@plinth/client'
import { listProjects } from '../../catalog/query/list-projects.ts'
import { isInvented } from '../../catalog/records/record-types.ts'
import { ProjectListQuery } from '../../http/projects/project-query.ts'
import type { Config } from '../../kernel/config.ts'
import type { ReadOptions } from './catalog-source.ts'
import { listCommand, pick } from './list-command.ts'

const FIELDS = ['id', 'slug', 'name', 'address', 'status', 'developer', 'price_from', 'price_to', 'invented'] as const
type Row = Pick<Project, (typeof FIELDS)[number]>

export const nameOf = ({ name, invented }: { readonly name: string | null; readonly invented: boolean }): string =>
  `${name ?? ''}${invented ? ' (invented)' : ''}`.trim()

const dollars = (amount: number) => `$${amount.toLocaleString('en-CA')}`

export function projectsCommand(config: Config, options: ReadOptions): Promise<number> {
  return listCommand<Row, typeof ProjectListQuery>(config, options, {
    path: '/api/v1/projects',
    fields: FIELDS,
    query: ProjectListQuery,
    filterName: (parameter) => `--${parameter.replaceAll('_', '-')}`,
    find(snapshot, { near, limit = 50, ...filters }) {
      const { records, total } = listProjects(snapshot, filters, { limit })
      return { records: records.map((record) => pick({ ...record, invented: isInvented(record) }, FIELDS)), total }
    },
    columns: () => [
      { title: 'ID', text: ({ id }) => String(id), right: true },
      { title: 'Name', text: nameOf },
      { title: 'Address', text: ({ address }) => address },
      { title: 'Status', text: ({ status }) => status },
      { title: 'Price', text: ({ price_from }) => (price_from === null ? '' : `from ${dollars(price_from)}`) },
    ],
  })
}

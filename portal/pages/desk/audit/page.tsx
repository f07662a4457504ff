// The audit log of all accounts, newest first.
import type { AuditEntry, AuditPage } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useLoad } from '../../../api/use-load.ts'
import { AuditTable } from '../../../audit/audit-table.tsx'
import { text as audit } from '../../../audit/audit-text.ts'
import { activeFilters, FilterBar, optionsFor, useFilters } from '../../../parts/filter-bar.tsx'
import { PagedRows } from '../../../tables/paged-rows.tsx'
import { text } from './text.ts'

const PATH = '/api/v1/operator/audit-log'

interface Parameter {
  readonly name: string
  readonly schema: { readonly enum?: readonly string[] }
}
interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: (Parameter | { $ref: string })[] } }>>
  /** Those that several operations have. */
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

/** Read from the API description, so new actions appear by themselves. */
function useActions(): readonly string[] {
  const { data } = useLoad('actions', (signal) => plinth.request<OpenApi>('GET', '/openapi.json', { signal }))
  const parameters = data?.paths[PATH]?.get.parameters.map((one) =>
    '$ref' in one ? data.components.parameters[one.$ref.replace(/^.*\//, '')] : one,
  )
  return parameters?.find((one) => one?.name === 'action')?.schema.enum ?? []
}

export function Audit() {
  const [values, setValues] = useFilters()
  const actions = useActions()
  const fields = [
    { name: 'actor', label: text.actor },
    { name: 'action', label: audit.action, choices: optionsFor(actions) },
    { name: 'target', label: audit.target },
    { name: 'account_id', label: text.account },
  ]
  const names = fields.map(({ name }) => name)
  const log = useCursorPages<AuditEntry, AuditPage>(PATH, { ...activeFilters(values, names), limit: '100' })
  return (
    <>
      <p class="lead">{text.lead}</p>
      <FilterBar label={text.filters} fields={fields} values={values} onChange={setValues} />
      <PagedRows pages={log} empty={text.empty}>
        <AuditTable rows={log.rows} />
      </PagedRows>
    </>
  )
}

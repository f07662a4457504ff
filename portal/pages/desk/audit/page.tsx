// The audit log of everything: who did what, newest first.
import type { AuditEntry, AuditPage } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { text } from '../accounts/text.ts'
import { AuditTable } from '../parts/audit-table.tsx'
import { activeFilters, FilterBar, optionsFor, useFilters } from '../parts/filter-bar.tsx'
import { Paged, usePages } from '../parts/paged-list.tsx'

const PATH = '/api/v1/operator/audit-log'
const NAMES = ['actor', 'action', 'target', 'account_id']

interface Document {
  readonly paths: Readonly<Record<string, { get: { parameters: { name: string; schema: { enum?: string[] } }[] } }>>
}

/** The kinds of acts, as the API itself says them: the list grows with the product. */
function useActions(): readonly string[] {
  const { data } = useLoad('actions', (signal) => plinth.request<Document>('GET', '/openapi.json', { signal }))
  return data?.paths[PATH]?.get.parameters.find(({ name }) => name === 'action')?.schema.enum ?? []
}

export function Audit() {
  const [values, setValues] = useFilters()
  const actions = useActions()
  const fields = [
    { name: 'actor', label: text.actor },
    { name: 'action', label: text.action, choices: optionsFor(actions) },
    { name: 'target', label: text.target },
    { name: 'account_id', label: text.account },
  ]
  const query = activeFilters(values, NAMES)
  const pages = usePages<AuditEntry>(JSON.stringify(query), async (cursor) => {
    const { data, meta } = await plinth.request<AuditPage>('GET', PATH, {
      query: { ...query, limit: 100, cursor },
    })
    return { rows: data, next: meta.next_cursor }
  })
  return (
    <>
      <p class="lead">{text.auditLead}</p>
      <FilterBar label={text.auditFilters} fields={fields} values={values} onChange={setValues} />
      <Paged of={pages} empty={text.auditEmpty}>
        {(rows) => <AuditTable rows={rows} />}
      </Paged>
    </>
  )
}

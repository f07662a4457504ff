// The account's audit log, filtered by action and read page by page.
import type { AuditEntry, AuditPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useHash } from '../../../api/use-hash.ts'
import { AuditTable } from '../../../audit/audit-table.tsx'
import { text as audit } from '../../../audit/audit-text.ts'
import { Select } from '../../../parts/form.tsx'
import { PagedRows } from '../../../tables/paged-rows.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { text } from './text.ts'

const CHOICES = [
  { value: '', label: text.all },
  ...Object.entries(audit.actions).map(([value, label]) => ({ value, label })),
]

export function Audit({ session }: AccountPageProps) {
  const [hash, changeHash] = useHash()
  const value = hash.get('action') ?? ''
  const action = Object.hasOwn(audit.actions, value) ? value : ''
  const log = useCursorPages<AuditEntry, AuditPage>('/api/v1/audit-log', { limit: '50', action })
  return (
    <>
      <div class="row between head">
        <p class="lead">{text.lead}</p>
        <Select
          label={text.filter}
          value={action}
          choices={CHOICES}
          onChange={(next) => changeHash({ action: next })}
        />
      </div>
      <PagedRows pages={log} empty={text.empty}>
        <AuditTable rows={log.rows} me={session.person.id} />
      </PagedRows>
    </>
  )
}

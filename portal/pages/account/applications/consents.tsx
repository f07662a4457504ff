// Programs the user has given access, and withdrawing it.
import type { Consent } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDate } from '../../../language/format.ts'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { Facts, RecordRow, Records } from '../../../parts/records.tsx'
import { ScopeLine } from '../parts/scopes.tsx'
import { text as all } from './text.ts'

const text = all.consents
const GRANTS = '/api/v1/oauth/grants'

function ConsentRow({ consent, onWithdrawn }: { consent: Consent; onWithdrawn: () => void }) {
  const name = consent.client_name || text.unnamed
  return (
    <RecordRow
      title={name}
      marks={<code>{consent.client_id}</code>}
      actions={
        <ConfirmButton
          label={text.withdraw}
          title={fill(text.withdrawTitle, { name })}
          submit={text.withdrawSubmit}
          danger
          run={() => plinth.request('DELETE', `${GRANTS}/${encodeURIComponent(consent.id)}`)}
          onDone={onWithdrawn}
        >
          <p>{text.withdrawLead}</p>
        </ConfirmButton>
      }
    >
      <Facts
        items={[
          `${text.grantedAt} ${formatDate(consent.created_at)}`,
          `${text.until} ${formatDate(consent.expires_at)}`,
        ]}
      />
      <ScopeLine scopes={consent.scopes} />
    </RecordRow>
  )
}

export function Consents() {
  const loaded = useLoad('consents', (signal) => plinth.request<{ data: Consent[] }>('GET', GRANTS, { signal }))
  return (
    <>
      <h2>{text.title}</h2>
      <p class="quiet">{text.lead}</p>
      <WhenLoaded result={loaded}>
        {({ data }) => (
          <Records items={data} empty={text.empty}>
            {(consent) => <ConsentRow key={consent.id} consent={consent} onWithdrawn={loaded.reload} />}
          </Records>
        )}
      </WhenLoaded>
    </>
  )
}

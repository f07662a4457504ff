// Programs the user has given access, and withdrawing it.

import { useState } from 'preact/hooks'
import type { Consent } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { COLON, fill } from '../../../parts/choose-language.ts'
import { formatDate } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import { ScopeList } from '../parts/scopes.tsx'
import { text as shared } from '../parts/text.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { text as all } from './text.ts'

const text = all.consents
const GRANTS = '/api/v1/oauth/grants'
const nameOf = ({ client_name: name }: Consent) => name || text.unnamed

export function Consents() {
  const loaded = useAccountLoad('consents', (signal) => plinth.request<{ data: Consent[] }>('GET', GRANTS, { signal }))
  const [selected, setSelected] = useState<Consent>()
  const close = () => setSelected(undefined)
  const done = () => {
    close()
    loaded.reload()
  }
  return (
    <>
      <h2>{text.title}</h2>
      <p class="quiet">{text.lead}</p>
      <WhenLoaded result={loaded}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>{text.empty}</Empty>
          ) : (
            <ul class="records">
              {data.map((consent) => (
                <li key={consent.id}>
                  <div class="what">
                    <div class="row">
                      <strong class="name">{nameOf(consent)}</strong>
                      <code>{consent.client_id}</code>
                    </div>
                    <p class="quiet facts">
                      <span>
                        {text.grantedAt} {formatDate(consent.created_at)}
                      </span>
                      <span>
                        {text.until} {formatDate(consent.expires_at)}
                      </span>
                    </p>
                    <p class="quiet">
                      {shared.scopesLegend}
                      {COLON}
                      <ScopeList scopes={consent.scopes} />
                    </p>
                  </div>
                  <div class="row actions">
                    <button type="button" class="second small" onClick={() => setSelected(consent)}>
                      {text.withdraw}
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      {selected && (
        <AccountConfirm
          title={fill(text.withdrawTitle, { name: nameOf(selected) })}
          submit={text.withdrawSubmit}
          danger
          run={() => plinth.request('DELETE', `${GRANTS}/${encodeURIComponent(selected.id)}`)}
          onDone={done}
          onClose={close}
        >
          <p>{text.withdrawLead}</p>
        </AccountConfirm>
      )}
    </>
  )
}

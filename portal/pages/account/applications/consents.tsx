// What the person allowed programs to do, and taking it back.
import { useState } from 'preact/hooks'
import type { Consent } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { ConfirmAction } from '../../../parts/form.tsx'
import { formatDate } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { text } from '../keys/text.ts'
import { ScopeList } from '../parts/scopes.tsx'
import { useAccountLoad } from '../parts/use-account.ts'

const words = text.consents
const GRANTS = '/api/v1/oauth/grants'
const nameOf = ({ client_name: name }: Consent) => name || words.unnamed

export function Consents() {
  const loaded = useAccountLoad('consents', (signal) => plinth.request<{ data: Consent[] }>('GET', GRANTS, { signal }))
  const [asked, setAsked] = useState<Consent>()
  const withdraw = async () => {
    await plinth.request('DELETE', `${GRANTS}/${encodeURIComponent(asked!.id)}`)
    loaded.reload()
  }
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <WhenLoaded result={loaded}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>{words.empty}</Empty>
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
                        {words.given} {formatDate(consent.created_at)}
                      </span>
                      <span>
                        {words.until} {formatDate(consent.expires_at)}
                      </span>
                    </p>
                    <p class="quiet">
                      {text.scopesLegend}: <ScopeList scopes={consent.scopes} />
                    </p>
                  </div>
                  <div class="row acts">
                    <button type="button" class="second small" onClick={() => setAsked(consent)}>
                      {words.withdraw}
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      {asked && (
        <ConfirmAction
          title={words.withdrawTitle(nameOf(asked))}
          send={words.withdrawSend}
          danger
          onSend={withdraw}
          onClose={() => setAsked(undefined)}
        >
          <p>{words.withdrawLead}</p>
        </ConfirmAction>
      )}
    </>
  )
}

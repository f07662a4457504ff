// The account's keys: what there is, a new one, another for an old one, an end to one.
import { useState } from 'preact/hooks'
import type { ApiKey, NewApiKey } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { CodeBlock } from '../../../parts/copy.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { ConfirmAction, NewSecret, PageIntro, Select } from '../../../parts/form.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import type { KeyStatus } from '../../../parts/key-status.ts'
import { keyStatus } from '../../../parts/key-status.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { firstRequest } from '../parts/first-request.ts'
import { ScopeList } from '../parts/scopes.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { NewKey } from './new-key.tsx'
import { text } from './text.ts'

const words = text.keys
const TONES: Readonly<Record<KeyStatus, Tone>> = { active: 'good', ending: 'warn', expired: 'none', revoked: 'bad' }
const DAY = '86400'

interface Asked {
  readonly what: 'rotate' | 'revoke'
  readonly key: ApiKey
}

const shortOf = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`

function Working({ keys, onAsk }: { keys: readonly ApiKey[]; onAsk: (asked: Asked) => void }) {
  return (
    <ul class="records" aria-label={words.list}>
      {keys.map((key) => {
        const state = keyStatus(key)
        return (
          <li key={key.id}>
            <div class="what">
              <div class="row">
                <strong class="name">{key.name}</strong>
                <code>{shortOf(key)}</code>
                <Badge tone={key.mode === 'live' ? 'stone' : 'info'}>{words[key.mode]}</Badge>
                <Badge tone={TONES[state]}>{words.states[state]}</Badge>
              </div>
              <p class="quiet facts">
                <span>
                  {text.created} {formatDateTime(key.created_at)}
                </span>
                <span>
                  {text.lastUsed} {key.last_used_at ? formatDateTime(key.last_used_at) : text.never}
                </span>
                <span>
                  {text.expires} {key.expires_at ? formatDateTime(key.expires_at) : text.never}
                </span>
              </p>
              <p class="quiet">
                {text.scopesLegend}: <ScopeList scopes={key.scopes} />
              </p>
            </div>
            <div class="row acts">
              <button
                type="button"
                class="second small"
                aria-label={words.rotateTitle(key.name)}
                onClick={() => onAsk({ what: 'rotate', key })}
              >
                {words.rotate}
              </button>
              <button
                type="button"
                class="second small"
                aria-label={words.revokeTitle(key.name)}
                onClick={() => onAsk({ what: 'revoke', key })}
              >
                {words.revoke}
              </button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Ended({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0) return null
  return (
    <details class="after">
      <summary>{words.ended(keys.length)}</summary>
      <DataTable
        label={words.endedList}
        rows={keys}
        rowKey={(key) => key.id}
        columns={[
          { key: 'name', title: text.name, cell: (key) => key.name },
          { key: 'key', title: words.key, cell: (key) => <code>{shortOf(key)}</code> },
          { key: 'state', title: words.state, cell: (key) => words.states[keyStatus(key)] },
          { key: 'since', title: words.since, cell: (key) => formatDateTime(key.revoked_at ?? key.expires_at) },
          { key: 'used', title: text.lastUsed, cell: (key) => formatDateTime(key.last_used_at) },
        ]}
      />
    </details>
  )
}

interface AskProps {
  readonly asked: Asked
  readonly onFresh: (fresh: NewApiKey) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

function Question({ asked: { what, key }, onFresh, onDone, onClose }: AskProps) {
  const [overlap, setOverlap] = useState(DAY)
  const isRotation = what === 'rotate'
  const send = async () => {
    if (isRotation) onFresh(await plinth.apiKeys.rotate(key.id, { overlap_seconds: Number(overlap) }))
    else await plinth.apiKeys.revoke(key.id)
    onDone()
  }
  const choices = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))
  return (
    <ConfirmAction
      title={isRotation ? words.rotateTitle(key.name) : words.revokeTitle(key.name)}
      send={isRotation ? words.rotateSend : words.revokeSend}
      danger={!isRotation}
      onSend={send}
      onClose={onClose}
    >
      <p>{isRotation ? words.rotateLead : words.revokeLead}</p>
      {isRotation && <Select label={words.overlap} value={overlap} choices={choices} onChange={setOverlap} />}
    </ConfirmAction>
  )
}

export function Keys({ session }: AccountPageProps) {
  const loaded = useAccountLoad('keys', (signal) => plinth.apiKeys.list({ signal }))
  const [making, setMaking] = useState(false)
  const [fresh, setFresh] = useState<NewApiKey>()
  const [asked, setAsked] = useState<Asked>()
  const made = (key: NewApiKey) => {
    setFresh(key)
    setMaking(false)
    loaded.reload()
  }
  return (
    <>
      <PageIntro text={words.lead} {...(making ? {} : { act: words.new, onAct: () => setMaking(true) })} />
      {fresh && (
        <NewSecret
          title={words.freshTitle(fresh.name)}
          label={words.freshLabel}
          value={fresh.key}
          onStored={() => setFresh(undefined)}
        >
          <p>{words.tryIt}</p>
          <CodeBlock>
            {firstRequest(`${fresh.prefix}…`, fresh.scopes.includes('building_links:read') ? ['building_links'] : [])}
          </CodeBlock>
        </NewSecret>
      )}
      {making && <NewKey plan={session.account.plan} onMade={made} onCancel={() => setMaking(false)} />}
      <WhenLoaded result={loaded}>
        {(keys) => {
          const isOver = (key: ApiKey) => ['expired', 'revoked'].includes(keyStatus(key))
          const working = keys.filter((key) => !isOver(key)).sort((a, b) => b.created_at.localeCompare(a.created_at))
          return (
            <>
              {working.length === 0 ? <Empty>{words.empty}</Empty> : <Working keys={working} onAsk={setAsked} />}
              <Ended keys={keys.filter(isOver)} />
            </>
          )
        }}
      </WhenLoaded>
      {asked && (
        <Question asked={asked} onFresh={setFresh} onDone={loaded.reload} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

// API keys: list, create, rotate and revoke.

import { useState } from 'preact/hooks'
import type { ApiKey, NewApiKey } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { COLON, fill } from '../../../parts/choose-language.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { FirstRequest } from '../../../parts/first-request.tsx'
import { Select } from '../../../parts/form.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import type { KeyStatus } from '../../../parts/key-status.ts'
import { keyStatus } from '../../../parts/key-status.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { NewSecret } from '../parts/new-secret.tsx'
import { PageIntro, useCreation } from '../parts/record-list.tsx'
import { ScopeList } from '../parts/scopes.tsx'
import { text as shared } from '../parts/text.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { NewKey } from './new-key.tsx'
import { text } from './text.ts'

const TONES: Readonly<Record<KeyStatus, Tone>> = { active: 'good', ending: 'warn', expired: 'none', revoked: 'bad' }
const DAY = '86400'

interface KeyAction {
  readonly type: 'rotate' | 'revoke'
  readonly key: ApiKey
}

const partialKey = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`
const titleOf = ({ type, key }: KeyAction) =>
  type === 'rotate' ? fill(text.rotateTitle, { name: key.name }) : fill(text.revokeTitle, { name: key.name })

function ActiveKeys({ keys, onAction }: { keys: readonly ApiKey[]; onAction: (action: KeyAction) => void }) {
  return (
    <ul class="records" aria-label={text.list}>
      {keys.map((key) => {
        const status = keyStatus(key)
        return (
          <li key={key.id}>
            <div class="what">
              <div class="row">
                <strong class="name">{key.name}</strong>
                <code>{partialKey(key)}</code>
                <Badge tone={key.mode === 'live' ? 'stone' : 'info'}>{text.modes[key.mode]}</Badge>
                <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
              </div>
              <p class="quiet facts">
                <span>
                  {shared.created} {formatDateTime(key.created_at)}
                </span>
                {key.created_by_email && <span>{fill(text.createdBy, { email: key.created_by_email })}</span>}
                <span>
                  {key.last_used_at ? `${shared.lastUsed} ${formatDateTime(key.last_used_at)}` : text.neverUsed}
                </span>
                <span>{key.expires_at ? `${text.expires} ${formatDateTime(key.expires_at)}` : text.neverExpires}</span>
              </p>
              <p class="quiet">
                {shared.scopesLegend}
                {COLON}
                <ScopeList scopes={key.scopes} />
              </p>
            </div>
            <IfMay scope="keys:manage">
              <div class="row actions">
                {(['rotate', 'revoke'] as const).map((type) => (
                  <button
                    key={type}
                    type="button"
                    class="second small"
                    aria-label={titleOf({ type, key })}
                    onClick={() => onAction({ type, key })}
                  >
                    {text[type]}
                  </button>
                ))}
              </div>
            </IfMay>
          </li>
        )
      })}
    </ul>
  )
}

function InactiveKeys({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0) return null
  return (
    <details class="after">
      <summary>{fill(text.inactive, { count: keys.length })}</summary>
      <DataTable
        label={text.inactiveList}
        rows={keys}
        rowKey={(key) => key.id}
        columns={[
          { key: 'name', title: shared.name, cell: (key) => key.name },
          { key: 'key', title: text.key, cell: (key) => <code>{partialKey(key)}</code> },
          { key: 'status', title: text.status, cell: (key) => text.statuses[keyStatus(key)] },
          { key: 'ended', title: text.endedAt, cell: (key) => formatDateTime(key.revoked_at ?? key.expires_at) },
          { key: 'used', title: shared.lastUsed, cell: (key) => formatDateTime(key.last_used_at) },
        ]}
      />
    </details>
  )
}

interface KeyDialogProps {
  readonly action: KeyAction
  readonly onRotated: (key: NewApiKey) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

function KeyDialog({ action, onRotated, onDone, onClose }: KeyDialogProps) {
  const [overlap, setOverlap] = useState(DAY)
  const { type, key } = action
  const dialog = { title: titleOf(action), onDone, onClose }
  if (type === 'revoke')
    return (
      <AccountConfirm {...dialog} submit={text.revokeSubmit} danger run={() => plinth.apiKeys.revoke(key.id)}>
        <p>{text.revokeLead}</p>
      </AccountConfirm>
    )
  const rotate = async () => onRotated(await plinth.apiKeys.rotate(key.id, { overlap_seconds: Number(overlap) }))
  const choices = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))
  return (
    <AccountConfirm {...dialog} submit={text.rotateSubmit} run={rotate}>
      <p>{text.rotateLead}</p>
      <Select label={text.overlap} value={overlap} choices={choices} onChange={setOverlap} />
    </AccountConfirm>
  )
}

export function Keys({ session }: AccountPageProps) {
  const loaded = useAccountLoad('keys', (signal) => plinth.apiKeys.list({ signal }).then(({ data }) => data))
  const creation = useCreation<NewApiKey>(loaded.reload)
  const [action, setAction] = useState<KeyAction>()
  const close = () => setAction(undefined)
  const done = () => {
    close()
    loaded.reload()
  }
  const { created } = creation
  return (
    <>
      <PageIntro lead={text.lead} create={text.new} scope="keys:manage" creation={creation} />
      {created && (
        <NewSecret
          title={fill(text.createdTitle, { name: created.name })}
          label={text.createdLabel}
          value={created.key}
          onStored={creation.clear}
        >
          <p>{text.tryIt}</p>
          <FirstRequest apiKey={created.key} mode={created.mode} scopes={created.scopes} />
        </NewSecret>
      )}
      {creation.isOpen && <NewKey plan={session.account.plan} onCreated={creation.done} onCancel={creation.cancel} />}
      <WhenLoaded result={loaded}>
        {(keys) => {
          const isInactive = (key: ApiKey) => ['expired', 'revoked'].includes(keyStatus(key))
          const active = keys.filter((key) => !isInactive(key)).sort((a, b) => b.created_at.localeCompare(a.created_at))
          return (
            <>
              {active.length === 0 ? <Empty>{text.empty}</Empty> : <ActiveKeys keys={active} onAction={setAction} />}
              <InactiveKeys keys={keys.filter(isInactive)} />
            </>
          )
        }}
      </WhenLoaded>
      {action && <KeyDialog action={action} onRotated={creation.show} onDone={done} onClose={close} />}
    </>
  )
}

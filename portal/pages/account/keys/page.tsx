// API keys: list, create, rotate and revoke.
import type { ApiKey, NewApiKey } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { FirstRequest } from '../../../parts/first-request.tsx'
import type { KeyStatus } from '../../../parts/key-status.ts'
import { keyStatus } from '../../../parts/key-status.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { Facts, RecordRow, Records } from '../../../parts/records.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import type { Creation } from '../parts/creation.tsx'
import { PageIntro, useCreation } from '../parts/creation.tsx'
import { NewSecret, Overlap } from '../parts/new-secret.tsx'
import { ScopeLine } from '../parts/scopes.tsx'
import { text as shared } from '../parts/text.ts'
import { EditLimits, KeyUsage } from './key-limits.tsx'
import { NewKey } from './new-key.tsx'
import { text } from './text.ts'

const TONES: Readonly<Record<KeyStatus, Tone>> = { active: 'good', ending: 'warn', expired: 'none', revoked: 'bad' }

const partialKey = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`

interface KeyActionsProps {
  readonly apiKey: ApiKey
  readonly onRotated: (key: NewApiKey) => void
  readonly onChanged: () => void
}

function KeyActions({ apiKey, onRotated, onChanged }: KeyActionsProps) {
  const { id, name } = apiKey
  const [rotateTitle, revokeTitle] = [fill(text.rotateTitle, { name }), fill(text.revokeTitle, { name })]
  return (
    <IfMay scope="keys:manage">
      <EditLimits apiKey={apiKey} onDone={onChanged} />
      <ConfirmButton
        label={text.rotate}
        name={rotateTitle}
        title={rotateTitle}
        submit={text.rotateSubmit}
        run={async ({ overlap }) => onRotated(await plinth.apiKeys.rotate(id, { overlap_seconds: Number(overlap) }))}
        onDone={onChanged}
      >
        <p>{text.rotateLead}</p>
        <Overlap label={text.overlap} choices={text.overlaps} />
      </ConfirmButton>
      <ConfirmButton
        label={text.revoke}
        name={revokeTitle}
        title={revokeTitle}
        submit={text.revokeSubmit}
        danger
        run={() => plinth.apiKeys.revoke(id)}
        onDone={onChanged}
      >
        <p>{text.revokeLead}</p>
      </ConfirmButton>
    </IfMay>
  )
}

function KeyRow(props: KeyActionsProps) {
  const { apiKey: key } = props
  const status = keyStatus(key)
  return (
    <RecordRow
      title={key.name}
      marks={
        <>
          <code>{partialKey(key)}</code>
          <Badge tone={key.mode === 'live' ? 'stone' : 'info'}>{text.modes[key.mode]}</Badge>
          <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
        </>
      }
      actions={<KeyActions {...props} />}
    >
      <Facts
        items={[
          `${shared.created} ${formatDateTime(key.created_at)}`,
          key.created_by_email && fill(text.createdBy, { email: key.created_by_email }),
          key.last_used_at ? `${shared.lastUsed} ${formatDateTime(key.last_used_at)}` : text.neverUsed,
          key.expires_at ? `${text.expires} ${formatDateTime(key.expires_at)}` : text.neverExpires,
        ]}
      />
      <KeyUsage apiKey={key} />
      <ScopeLine scopes={key.scopes} />
    </RecordRow>
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

function Created({ created, clear }: Pick<Creation<NewApiKey>, 'created' | 'clear'>) {
  if (!created) return null
  const { name, key, mode, scopes } = created
  return (
    <NewSecret title={fill(text.createdTitle, { name })} label={text.createdLabel} value={key} onStored={clear}>
      <p>{text.tryIt}</p>
      <FirstRequest apiKey={key} mode={mode} scopes={scopes} />
    </NewSecret>
  )
}

const isInactive = (key: ApiKey) => ['expired', 'revoked'].includes(keyStatus(key))

export function Keys({ session }: AccountPageProps) {
  const loaded = useLoad('keys', (signal) => plinth.apiKeys.list({ signal }).then(({ data }) => data))
  const creation = useCreation<NewApiKey>(loaded.reload)
  return (
    <>
      <PageIntro lead={text.lead} create={text.new} scope="keys:manage" creation={creation} />
      <Created {...creation} />
      {creation.isOpen && <NewKey plan={session.account.plan} onCreated={creation.done} onCancel={creation.cancel} />}
      <WhenLoaded result={loaded}>
        {(keys) => (
          <>
            <Records
              label={text.list}
              items={keys.filter((key) => !isInactive(key)).sort((a, b) => b.created_at.localeCompare(a.created_at))}
              empty={text.empty}
            >
              {(key) => <KeyRow key={key.id} apiKey={key} onRotated={creation.show} onChanged={loaded.reload} />}
            </Records>
            <InactiveKeys keys={keys.filter(isInactive)} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

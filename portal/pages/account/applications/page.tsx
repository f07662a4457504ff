// OAuth applications of the account, and the programs the user has given access.

import { useState } from 'preact/hooks'
import type { Application, NewApplication } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import { COLON, fill } from '../../../parts/choose-language.ts'
import { Select } from '../../../parts/form.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import { NewSecret } from '../parts/new-secret.tsx'
import { CreateCard, PageIntro, useCreation } from '../parts/record-list.tsx'
import { ScopeList } from '../parts/scopes.tsx'
import { text as shared } from '../parts/text.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { ApplicationForm } from './application-form.tsx'
import { Consents } from './consents.tsx'
import { text } from './text.ts'

const DAY = '86400'

interface ApplicationAction {
  readonly type: 'rotate' | 'delete'
  readonly application: Application
}

interface ApplicationItemProps {
  readonly application: Application
  readonly onAction: (action: ApplicationAction) => void
  readonly onChanged: () => void
}

function ApplicationItem({ application, onAction, onChanged }: ApplicationItemProps) {
  const [editing, setEditing] = useState(false)
  const { id, name, kind, redirect_uris: redirects, scopes } = application
  if (editing) {
    const saved = () => {
      setEditing(false)
      onChanged()
    }
    return (
      <li>
        <ApplicationForm application={application} onSaved={saved} onCancel={() => setEditing(false)} />
      </li>
    )
  }
  const button = (label: string, onClick: () => void) => (
    <button type="button" class="second small" onClick={onClick}>
      {label}
    </button>
  )
  return (
    <li>
      <div class="what">
        <div class="row">
          <strong class="name">{name}</strong>
          <Badge tone={kind === 'public' ? 'info' : 'stone'}>{text.kinds[kind]}</Badge>
        </div>
        <dl>
          <dt>{text.clientId}</dt>
          <dd>
            <code>{id}</code>
          </dd>
          <dt>{text.redirects}</dt>
          <dd>{redirects.length === 0 ? text.noRedirects : redirects.map((uri) => <div key={uri}>{uri}</div>)}</dd>
          <dt>{shared.scopesLegend}</dt>
          <dd>
            <ScopeList scopes={scopes} />
          </dd>
          <dt>{shared.created}</dt>
          <dd>{formatDateTime(application.created_at)}</dd>
          <dt>{shared.lastUsed}</dt>
          <dd>{application.last_used_at ? formatDateTime(application.last_used_at) : shared.never}</dd>
          {application.old_secret_expires_at && (
            <>
              <dt>{text.oldSecretUntil}</dt>
              <dd>{formatDateTime(application.old_secret_expires_at)}</dd>
            </>
          )}
        </dl>
      </div>
      <IfMay scope="keys:manage">
        <div class="row actions">
          {button(shared.edit, () => setEditing(true))}
          {kind === 'confidential' && button(text.rotate, () => onAction({ type: 'rotate', application }))}
          {button(shared.delete, () => onAction({ type: 'delete', application }))}
        </div>
      </IfMay>
    </li>
  )
}

interface ApplicationDialogProps {
  readonly action: ApplicationAction
  readonly onRotated: (application: NewApplication) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

function ApplicationDialog({ action: { type, application }, onRotated, onDone, onClose }: ApplicationDialogProps) {
  const [overlap, setOverlap] = useState(DAY)
  const { id, name } = application
  const isRotation = type === 'rotate'
  const run = async () => {
    if (isRotation) onRotated(await plinth.applications.rotateSecret(id, { overlap_seconds: Number(overlap) }))
    else await plinth.applications.remove(id)
  }
  const choices = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))
  return (
    <AccountConfirm
      title={isRotation ? fill(text.rotateTitle, { name }) : fill(text.deleteTitle, { name })}
      submit={isRotation ? text.rotateSubmit : text.deleteSubmit}
      danger={!isRotation}
      run={run}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{isRotation ? text.rotateLead : text.deleteLead}</p>
      {isRotation && <Select label={text.overlap} value={overlap} choices={choices} onChange={setOverlap} />}
    </AccountConfirm>
  )
}

function Created({ application, onStored }: { application: NewApplication; onStored: () => void }) {
  const { id, name, client_secret: secret } = application
  if (secret === null)
    return (
      <p class="notice good" role="status">
        {fill(text.publicCreated, { name })}
      </p>
    )
  return (
    <NewSecret title={fill(text.createdTitle, { name })} label={text.secret} value={secret} onStored={onStored}>
      <p>
        {text.clientId}
        {COLON}
        <code>{id}</code>
      </p>
    </NewSecret>
  )
}

export function Applications() {
  const loaded = useAccountLoad('applications', (signal) =>
    plinth.applications.list({ signal }).then(({ data }) => data),
  )
  const creation = useCreation<NewApplication>(loaded.reload)
  const [action, setAction] = useState<ApplicationAction>()
  const close = () => setAction(undefined)
  const done = () => {
    close()
    loaded.reload()
  }
  return (
    <>
      <PageIntro lead={text.lead} create={text.new} scope="keys:manage" creation={creation} />
      {creation.created && <Created application={creation.created} onStored={creation.clear} />}
      {creation.isOpen && (
        <CreateCard title={text.new}>
          <ApplicationForm onCreated={creation.done} onCancel={creation.cancel} />
        </CreateCard>
      )}
      <h2>{text.title}</h2>
      <WhenLoaded result={loaded}>
        {(applications) =>
          applications.length === 0 ? (
            <Empty>{text.empty}</Empty>
          ) : (
            <ul class="records">
              {applications.map((application) => (
                <ApplicationItem
                  key={application.id}
                  application={application}
                  onAction={setAction}
                  onChanged={loaded.reload}
                />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      <Consents />
      {action && <ApplicationDialog action={action} onRotated={creation.show} onDone={done} onClose={close} />}
    </>
  )
}

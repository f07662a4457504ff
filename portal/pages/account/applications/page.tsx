// OAuth applications of the account, and the programs the user has given access.
import { useState } from 'preact/hooks'
import type { Application, NewApplication } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { Announce, Card, WhenLoaded } from '../../../parts/notice.tsx'
import { Details, Labelled, RecordRow, Records } from '../../../parts/records.tsx'
import { PageIntro, useCreation } from '../parts/creation.tsx'
import { NewSecret, Overlap } from '../parts/new-secret.tsx'
import { ScopeList } from '../parts/scopes.tsx'
import { text as shared } from '../parts/text.ts'
import { ApplicationForm } from './application-form.tsx'
import { Consents } from './consents.tsx'
import { text } from './text.ts'

interface ApplicationProps {
  readonly application: Application
  readonly onRotated: (application: NewApplication) => void
  readonly onChanged: () => void
}

function Actions({ application: { id, name, kind }, onRotated, onChanged }: ApplicationProps) {
  const { rotateSecret, remove } = plinth.applications
  return (
    <>
      {kind === 'confidential' && (
        <ConfirmButton
          label={text.rotate}
          title={fill(text.rotateTitle, { name })}
          submit={text.rotateSubmit}
          run={async ({ overlap }) => onRotated(await rotateSecret(id, { overlap_seconds: Number(overlap) }))}
          onDone={onChanged}
        >
          <p>{text.rotateLead}</p>
          <Overlap label={text.overlap} choices={text.overlaps} />
        </ConfirmButton>
      )}
      <ConfirmButton
        label={shared.delete}
        title={fill(text.deleteTitle, { name })}
        submit={text.deleteSubmit}
        danger
        run={() => remove(id)}
        onDone={onChanged}
      >
        <p>{text.deleteLead}</p>
      </ConfirmButton>
    </>
  )
}

function ApplicationRow(props: ApplicationProps) {
  const { application, onChanged } = props
  const [editing, setEditing] = useState(false)
  const { name, kind, redirect_uris: redirects } = application
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
  return (
    <RecordRow
      title={name}
      marks={<Badge tone={kind === 'public' ? 'info' : 'stone'}>{text.kinds[kind]}</Badge>}
      actions={
        <IfMay scope="keys:manage">
          <Button look="second small" label={shared.edit} onClick={() => setEditing(true)} />
          <Actions {...props} />
        </IfMay>
      }
    >
      <Details
        rows={[
          [text.clientId, <code>{application.id}</code>],
          [
            text.redirects,
            redirects.length === 0 ? text.noRedirects : redirects.map((uri) => <div key={uri}>{uri}</div>),
          ],
          [shared.scopesLegend, <ScopeList scopes={application.scopes} />],
          [shared.created, formatDateTime(application.created_at)],
          [shared.lastUsed, application.last_used_at ? formatDateTime(application.last_used_at) : shared.never],
          application.old_secret_expires_at && [text.oldSecretUntil, formatDateTime(application.old_secret_expires_at)],
        ]}
      />
    </RecordRow>
  )
}

function Created({ application, onStored }: { application: NewApplication; onStored: () => void }) {
  const { id, name, client_secret: secret } = application
  if (secret === null) return <Announce>{fill(text.publicCreated, { name })}</Announce>
  return (
    <NewSecret title={fill(text.createdTitle, { name })} label={text.secret} value={secret} onStored={onStored}>
      <p>
        <Labelled label={text.clientId}>
          <code>{id}</code>
        </Labelled>
      </p>
    </NewSecret>
  )
}

export function Applications() {
  const loaded = useLoad('applications', (signal) => plinth.applications.list({ signal }).then(({ data }) => data))
  const creation = useCreation<NewApplication>(loaded.reload)
  return (
    <>
      <PageIntro lead={text.lead} create={text.new} scope="keys:manage" creation={creation} />
      {creation.created && <Created application={creation.created} onStored={creation.clear} />}
      {creation.isOpen && (
        <Card title={text.new} look="below">
          <ApplicationForm onCreated={creation.done} onCancel={creation.cancel} />
        </Card>
      )}
      <h2>{text.title}</h2>
      <WhenLoaded result={loaded}>
        {(applications) => (
          <Records items={applications} empty={text.empty}>
            {(application) => (
              <ApplicationRow
                key={application.id}
                application={application}
                onRotated={creation.show}
                onChanged={loaded.reload}
              />
            )}
          </Records>
        )}
      </WhenLoaded>
      <Consents />
    </>
  )
}

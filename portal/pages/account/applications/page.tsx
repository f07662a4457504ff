// OAuth applications of the account, and what the person allowed programs to do.
import { useState } from 'preact/hooks'
import type { Application, NewApplication } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import { ConfirmAction, NewSecret, PageIntro } from '../../../parts/form.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { text } from '../keys/text.ts'
import { ScopeList } from '../parts/scopes.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { ApplicationForm } from './application-form.tsx'
import { Consents } from './consents.tsx'

const words = text.applications

interface Asked {
  readonly what: 'rotate' | 'remove'
  readonly application: Application
}

interface OneProps {
  readonly application: Application
  readonly onAsk: (asked: Asked) => void
  readonly onChanged: () => void
}

function One({ application, onAsk, onChanged }: OneProps) {
  const [editing, setEditing] = useState(false)
  const { id, name, kind, redirect_uris: redirects, scopes } = application
  if (editing) {
    const saved = () => {
      setEditing(false)
      onChanged()
    }
    return (
      <li>
        <ApplicationForm application={application} onDone={saved} onCancel={() => setEditing(false)} />
      </li>
    )
  }
  return (
    <li>
      <div class="what">
        <div class="row">
          <strong class="name">{name}</strong>
          <Badge tone={kind === 'public' ? 'info' : 'stone'}>{words.kinds[kind]}</Badge>
        </div>
        <dl>
          <dt>{words.clientId}</dt>
          <dd>
            <code>{id}</code>
          </dd>
          <dt>{words.redirects}</dt>
          <dd>{redirects.length === 0 ? words.noRedirects : redirects.map((uri) => <div key={uri}>{uri}</div>)}</dd>
          <dt>{text.scopesLegend}</dt>
          <dd>
            <ScopeList scopes={scopes} />
          </dd>
          <dt>{text.created}</dt>
          <dd>{formatDateTime(application.created_at)}</dd>
          <dt>{text.lastUsed}</dt>
          <dd>{application.last_used_at ? formatDateTime(application.last_used_at) : text.never}</dd>
        </dl>
      </div>
      <div class="row acts">
        <button type="button" class="second small" onClick={() => setEditing(true)}>
          {words.edit}
        </button>
        {kind === 'confidential' && (
          <button type="button" class="second small" onClick={() => onAsk({ what: 'rotate', application })}>
            {words.rotate}
          </button>
        )}
        <button type="button" class="second small" onClick={() => onAsk({ what: 'remove', application })}>
          {words.remove}
        </button>
      </div>
    </li>
  )
}

interface QuestionProps {
  readonly asked: Asked
  readonly onFresh: (fresh: NewApplication) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

function Question({ asked: { what, application }, onFresh, onDone, onClose }: QuestionProps) {
  const isRotation = what === 'rotate'
  const send = async () => {
    if (isRotation) onFresh(await plinth.applications.rotateSecret(application.id))
    else await plinth.applications.remove(application.id)
    onDone()
  }
  return (
    <ConfirmAction
      title={isRotation ? words.rotateTitle(application.name) : words.removeTitle(application.name)}
      send={isRotation ? words.rotateSend : words.removeSend}
      danger
      onSend={send}
      onClose={onClose}
    >
      <p>{isRotation ? words.rotateLead : words.removeLead}</p>
    </ConfirmAction>
  )
}

function Made({ fresh, onStored }: { fresh: NewApplication; onStored: () => void }) {
  if (fresh.client_secret === null)
    return (
      <p class="notice good" role="status">
        {words.publicMade(fresh.name)}
      </p>
    )
  return (
    <NewSecret
      title={words.freshTitle(fresh.name)}
      label={words.secret}
      value={fresh.client_secret}
      onStored={onStored}
    >
      <p>
        {words.clientId}: <code>{fresh.id}</code>
      </p>
    </NewSecret>
  )
}

export function Applications() {
  const loaded = useAccountLoad('applications', (signal) => plinth.applications.list({ signal }))
  const [making, setMaking] = useState(false)
  const [fresh, setFresh] = useState<NewApplication>()
  const [asked, setAsked] = useState<Asked>()
  const made = (application: NewApplication) => {
    setFresh(application)
    setMaking(false)
    loaded.reload()
  }
  return (
    <>
      <PageIntro text={words.lead} {...(making ? {} : { act: words.new, onAct: () => setMaking(true) })} />
      {fresh && <Made fresh={fresh} onStored={() => setFresh(undefined)} />}
      {making && (
        <section class="card making">
          <h2>{words.new}</h2>
          <ApplicationForm onMade={made} onCancel={() => setMaking(false)} />
        </section>
      )}
      <h2>{words.title}</h2>
      <WhenLoaded result={loaded}>
        {(applications) =>
          applications.length === 0 ? (
            <Empty>{words.empty}</Empty>
          ) : (
            <ul class="records">
              {applications.map((application) => (
                <One key={application.id} application={application} onAsk={setAsked} onChanged={loaded.reload} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      <Consents />
      {asked && (
        <Question asked={asked} onFresh={setFresh} onDone={loaded.reload} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

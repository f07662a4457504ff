// Changes the settings of a feed: name, URL, filter, schedule and credentials.

import { PlinthError } from '@plinth/client'
import { useState } from 'preact/hooks'
import type { Feed } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { Field, Form, Select } from '../../../parts/form.tsx'
import { useAccountAction } from '../parts/use-account.ts'
import { scheduleChoices } from './feed-state.tsx'
import { Credentials } from './source-form.tsx'
import { text } from './text.ts'
import type { SourceFields } from './wizard-state.ts'
import { authOf, NO_SOURCE } from './wizard-state.ts'

const words = text.edit

function fieldsOf({ kind, url, filter, auth }: Feed): SourceFields {
  return {
    ...NO_SOURCE,
    kind,
    url: url ?? '',
    filter: filter ?? '',
    authKind: auth.kind,
    tokenUrl: auth.token_url ?? '',
    clientId: auth.client_id ?? '',
    scope: auth.scope ?? '',
  }
}

/** `feed` is the version the user started from: saving fails if it has changed since. */
export function EditFeed({ feed, onDone }: { feed: Feed; onDone: () => void }) {
  const action = useAccountAction()
  const [name, setName] = useState(feed.name)
  const [every, setEvery] = useState(String(feed.every_seconds))
  const [fields, setFields] = useState(fieldsOf(feed))
  const [hasNewAuth, setNewAuth] = useState(false)
  const hasUrl = feed.url !== null
  const save = async () => {
    const filter = fields.filter.trim()
    const change = {
      name: name.trim(),
      ...(hasUrl ? { url: fields.url.trim(), every_seconds: Number(every) } : {}),
      ...(feed.kind === 'reso' ? { filter: filter === '' ? null : filter } : {}),
      ...(hasNewAuth ? { auth: authOf(fields) } : {}),
    }
    await plinth.feeds.update(feed.id, change, { version: feed.version })
    onDone()
  }
  if (action.error instanceof PlinthError && action.error.code === 'precondition_failed')
    return (
      <div class="notice warn" role="alert">
        <p>{words.conflict}</p>
        <button type="button" class="second small" onClick={onDone}>
          {words.reload}
        </button>
      </div>
    )
  return (
    <Form action={action} submit={words.save} onSubmit={save} onCancel={onDone}>
      <Field label={text.wizard.name} required maxLength={100} value={name} onChange={setName} />
      {hasUrl && (
        <>
          <Field
            label={text.url}
            type="url"
            required
            value={fields.url}
            onChange={(url) => setFields({ ...fields, url })}
          />
          {feed.kind === 'reso' && (
            <Field
              label={text.wizard.filter}
              hint={text.wizard.filterHint}
              spellcheck={false}
              value={fields.filter}
              onChange={(filter) => setFields({ ...fields, filter })}
            />
          )}
          <p class="quiet">{words.rereads}</p>
          <Select
            label={text.wizard.every}
            value={every}
            choices={scheduleChoices(feed.kind, feed.every_seconds)}
            onChange={setEvery}
          />
          <label class="inline">
            <input type="checkbox" checked={hasNewAuth} onChange={(event) => setNewAuth(event.currentTarget.checked)} />{' '}
            {words.auth}
          </label>
          {hasNewAuth && <Credentials fields={fields} onChange={setFields} />}
        </>
      )}
    </Form>
  )
}

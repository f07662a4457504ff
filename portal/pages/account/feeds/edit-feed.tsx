// Changes the settings of a feed: name, URL, filter, schedule and credentials.

import { useState } from 'preact/hooks'
import type { Feed } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import type { FormValues } from '../../../parts/form.tsx'
import { Field, Form, Select } from '../../../parts/form.tsx'
import { isStale, Stale } from '../../../parts/notice.tsx'
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
  const action = useAction()
  const [fields, setFields] = useState(fieldsOf(feed))
  const [hasNewAuth, setNewAuth] = useState(false)
  const hasUrl = feed.url !== null
  const save = async ({ name = '', every }: FormValues) => {
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
  if (isStale(action.error)) return <Stale lead={words.conflict} reload={words.reload} onReload={onDone} />
  return (
    <Form action={action} submit={words.save} onSubmit={save} onCancel={onDone}>
      <Field name="name" label={text.wizard.name} required maxLength={100} defaultValue={feed.name} />
      {hasUrl && (
        <>
          <Field
            field="url"
            label={text.url}
            type="url"
            required
            value={fields.url}
            onChange={(url) => setFields({ ...fields, url })}
          />
          {feed.kind === 'reso' && (
            <Field
              field="filter"
              label={text.wizard.filter}
              hint={text.wizard.filterHint}
              spellcheck={false}
              value={fields.filter}
              onChange={(filter) => setFields({ ...fields, filter })}
            />
          )}
          <p class="quiet">{words.rereads}</p>
          <Select
            name="every"
            label={text.wizard.every}
            value={String(feed.every_seconds)}
            choices={scheduleChoices(feed.kind, feed.every_seconds)}
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

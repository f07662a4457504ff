// A form to create or edit an OAuth application.
import { useState } from 'preact/hooks'
import type { Application, NewApplication } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { FormValues } from '../../../parts/form.tsx'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import type { Scope } from '../parts/scopes.tsx'
import { READ_SCOPES, ScopeField } from '../parts/scopes.tsx'
import { splitList } from '../parts/split-list.ts'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

type Kind = Application['kind']

interface ApplicationFormProps {
  /** The application to edit; leave out to create one. */
  readonly application?: Application
  readonly onCreated?: (application: NewApplication) => void
  readonly onSaved?: () => void
  readonly onCancel: () => void
}

const KINDS = [
  { value: 'confidential', label: text.confidential, hint: text.confidentialHint },
  { value: 'public', label: text.public, hint: text.publicHint },
]

export function ApplicationForm({ application, onCreated, onSaved, onCancel }: ApplicationFormProps) {
  const [kind, setKind] = useState<Kind>(application?.kind ?? 'confidential')
  const [scopes, setScopes] = useState<readonly Scope[]>(application?.scopes ?? READ_SCOPES)
  const save = async ({ name = '', redirects = '' }: FormValues) => {
    const input = { name, redirect_uris: splitList(redirects), scopes: [...scopes] }
    if (!application) return onCreated?.(await plinth.applications.create({ ...input, kind }))
    await plinth.applications.update(application.id, input)
    onSaved?.()
  }
  return (
    <Form submit={application ? shared.save : text.create} onSubmit={save} onCancel={onCancel}>
      <div class="beside">
        <div>
          <Field
            name="name"
            label={shared.name}
            hint={text.nameHint}
            required
            maxLength={100}
            defaultValue={application?.name ?? ''}
          />
          {!application && (
            <CheckList
              single
              legend={text.kind}
              choices={KINDS}
              selected={[kind]}
              onChange={([value]) => setKind(value as Kind)}
            />
          )}
          <Field
            name="redirects"
            field="redirect_uris"
            label={text.redirects}
            hint={text.redirectsHint}
            lines={3}
            spellcheck={false}
            defaultValue={(application?.redirect_uris ?? []).join('\n')}
          />
          {application && <p class="quiet">{text.editNote}</p>}
        </div>
        <ScopeField selected={scopes} onChange={setScopes} />
      </div>
    </Form>
  )
}

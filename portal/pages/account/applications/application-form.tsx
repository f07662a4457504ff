// A form to create or edit an OAuth application.
import { useState } from 'preact/hooks'
import type { Application, NewApplication } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import type { Scope } from '../parts/scopes.tsx'
import { READ_SCOPES, ScopeField } from '../parts/scopes.tsx'
import { splitList } from '../parts/split-list.ts'
import { text as shared } from '../parts/text.ts'
import { useAccountAction } from '../parts/use-account.ts'
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
  const [name, setName] = useState(application?.name ?? '')
  const [kind, setKind] = useState<Kind>(application?.kind ?? 'confidential')
  const [redirects, setRedirects] = useState((application?.redirect_uris ?? []).join('\n'))
  const [scopes, setScopes] = useState<readonly Scope[]>(application?.scopes ?? READ_SCOPES)
  const action = useAccountAction()
  const save = async () => {
    const input = { name, redirect_uris: splitList(redirects), scopes: [...scopes] }
    if (!application) return onCreated?.(await plinth.applications.create({ ...input, kind }))
    await plinth.applications.update(application.id, input)
    onSaved?.()
  }
  return (
    <Form action={action} submit={application ? shared.save : text.create} onSubmit={save} onCancel={onCancel}>
      <div class="beside">
        <div>
          <Field label={shared.name} hint={text.nameHint} required maxLength={100} value={name} onChange={setName} />
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
            label={text.redirects}
            hint={text.redirectsHint}
            lines={3}
            spellcheck={false}
            value={redirects}
            onChange={setRedirects}
          />
          {application && <p class="quiet">{text.editNote}</p>}
        </div>
        <ScopeField selected={scopes} onChange={setScopes} />
      </div>
    </Form>
  )
}

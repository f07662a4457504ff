// An application as a form: a new one, or changes to one that is there.
import { useState } from 'preact/hooks'
import type { Application, NewApplication } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import { text } from '../keys/text.ts'
import type { Scope } from '../parts/scopes.tsx'
import { ALL_SCOPES, ScopeField } from '../parts/scopes.tsx'
import { splitList } from '../parts/split-list.ts'
import { useAction } from '../parts/use-account.ts'

const words = text.applications
type Kind = Application['kind']

interface ApplicationFormProps {
  /** The one to change; a new one without. */
  readonly application?: Application
  readonly onMade?: (application: NewApplication) => void
  readonly onDone?: () => void
  readonly onCancel: () => void
}

export function ApplicationForm({ application, onMade, onDone, onCancel }: ApplicationFormProps) {
  const [name, setName] = useState(application?.name ?? '')
  const [kind, setKind] = useState<Kind>(application?.kind ?? 'confidential')
  const [redirects, setRedirects] = useState((application?.redirect_uris ?? []).join('\n'))
  const reading = ALL_SCOPES.filter((scope) => scope.endsWith(':read'))
  const [scopes, setScopes] = useState<readonly Scope[]>(application?.scopes ?? reading)
  const act = useAction()
  const send = async () => {
    const wish = { name, redirect_uris: splitList(redirects), scopes: [...scopes] }
    if (!application) return onMade?.(await plinth.applications.create({ ...wish, kind }))
    await plinth.applications.update(application.id, wish)
    onDone?.()
  }
  const kinds = [
    { value: 'confidential', label: words.confidential, hint: words.confidentialHint },
    { value: 'public', label: words.public, hint: words.publicHint },
  ]
  return (
    <Form act={act} send={application ? words.save : words.create} onSend={send} onCancel={onCancel}>
      <div class="beside">
        <div>
          <Field label={text.name} hint={words.nameHint} required maxLength={100} value={name} onChange={setName} />
          {!application && (
            <CheckList
              one
              legend={words.kind}
              choices={kinds}
              chosen={[kind]}
              onChange={([wanted]) => setKind(wanted as Kind)}
            />
          )}
          <Field
            label={words.redirects}
            hint={words.redirectsHint}
            lines={3}
            value={redirects}
            onChange={setRedirects}
          />
          {application && <p class="quiet">{words.editNote}</p>}
        </div>
        <ScopeField chosen={scopes} onChange={setScopes} />
      </div>
    </Form>
  )
}

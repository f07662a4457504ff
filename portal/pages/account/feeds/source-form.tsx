// Step 1 of the wizard: where the feed is and how to sign in to it.
import type { Feed } from '../../../../src/http/api-types.ts'
import type { Action } from '../../../api/use-action.ts'
import { CheckList, Field, Form, Select } from '../../../parts/form.tsx'
import { text } from './text.ts'
import type { AuthKind, SourceFields } from './wizard-state.ts'

const words = text.wizard
const KINDS = ['reso', 'csv', 'ndjson'] as const
const AUTHS = ['client_credentials', 'bearer', 'none'] as const

interface SourceFormProps {
  readonly fields: SourceFields
  readonly action: Action
  readonly onChange: (fields: SourceFields) => void
  readonly onSubmit: () => Promise<unknown>
}

type SetField = (name: keyof SourceFields) => (value: string) => void

interface CredentialsProps {
  readonly fields: SourceFields
  readonly onChange: (fields: SourceFields) => void
}

/** A choice of how to sign in, and its fields. */
export function Credentials({ fields, onChange }: CredentialsProps) {
  const set: SetField = (name) => (value) => onChange({ ...fields, [name]: value })
  return (
    <>
      <Select
        label={words.auth}
        value={fields.authKind}
        choices={AUTHS.map((value) => ({ value, label: text.auths[value] }))}
        onChange={(value) => onChange({ ...fields, authKind: value as AuthKind })}
      />
      <AuthFields fields={fields} set={set} />
    </>
  )
}

function AuthFields({ fields, set }: { fields: SourceFields; set: SetField }) {
  const secret = { type: 'password', autoComplete: 'off', required: true, hint: words.secretHint } as const
  if (fields.authKind === 'bearer')
    return <Field field="auth.token" label={words.token} {...secret} value={fields.token} onChange={set('token')} />
  if (fields.authKind === 'none') return null
  return (
    <>
      <Field
        field="auth.token_url"
        label={words.tokenUrl}
        type="url"
        required
        value={fields.tokenUrl}
        onChange={set('tokenUrl')}
      />
      <Field
        field="auth.client_id"
        label={words.clientId}
        required
        autoComplete="off"
        spellcheck={false}
        value={fields.clientId}
        onChange={set('clientId')}
      />
      <Field
        field="auth.client_secret"
        label={words.clientSecret}
        {...secret}
        value={fields.clientSecret}
        onChange={set('clientSecret')}
      />
      <Field field="auth.scope" label={words.scope} value={fields.scope} onChange={set('scope')} />
    </>
  )
}

export function SourceForm({ fields, action, onChange, onSubmit }: SourceFormProps) {
  const set: SetField = (name) => (value) => onChange({ ...fields, [name]: value })
  const isReso = fields.kind === 'reso'
  const chooseKind = ([kind]: readonly string[]) =>
    onChange({ ...fields, kind: kind as Feed['kind'], authKind: kind === 'reso' ? 'client_credentials' : 'none' })
  return (
    <Form action={action} submit={action.busy ? words.trying : words.try} onSubmit={onSubmit}>
      <div class="beside">
        <div>
          <CheckList
            single
            legend={words.kind}
            choices={KINDS.map((value) => ({ value, label: text.kinds[value], hint: words.kindHints[value] }))}
            selected={[fields.kind]}
            onChange={chooseKind}
          />
          <Field
            field="url"
            label={text.url}
            hint={isReso ? words.resoUrlHint : words.urlHint}
            type="url"
            required
            placeholder="https://"
            value={fields.url}
            onChange={set('url')}
          />
          {isReso && (
            <>
              <Field
                field="resource"
                label={words.resource}
                hint={words.resourceHint}
                required
                value={fields.resource}
                onChange={set('resource')}
              />
              <Field
                field="filter"
                label={words.filter}
                hint={words.filterHint}
                spellcheck={false}
                value={fields.filter}
                onChange={set('filter')}
              />
            </>
          )}
        </div>
        <div>
          <Credentials fields={fields} onChange={onChange} />
        </div>
      </div>
    </Form>
  )
}

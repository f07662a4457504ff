// A form for a new key: name, data, scopes and expiry.
import { useState } from 'preact/hooks'
import type { NewApiKey, Session } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import { Card } from '../../../parts/notice.tsx'
import type { Scope } from '../parts/scopes.tsx'
import { ALL_SCOPES, ScopeField } from '../parts/scopes.tsx'
import { text as shared } from '../parts/text.ts'
import { LimitFields, limitsIn } from './key-limits.tsx'
import { text } from './text.ts'

interface NewKeyProps {
  readonly plan: Session['account']['plan']
  readonly onCreated: (key: NewApiKey) => void
  readonly onCancel: () => void
}

export function NewKey({ plan, onCreated, onCancel }: NewKeyProps) {
  const hasLiveData = plan !== 'sandbox'
  const [mode, setMode] = useState<'live' | 'test'>(hasLiveData ? 'live' : 'test')
  const [scopes, setScopes] = useState<readonly Scope[]>(ALL_SCOPES.filter((scope) => scope !== 'keys:manage'))
  const modes = [
    {
      value: 'live',
      label: text.modes.live,
      hint: hasLiveData ? text.liveHint : text.liveNeedsPlan,
      disabled: !hasLiveData,
    },
    { value: 'test', label: text.modes.test, hint: text.testHint },
  ]
  return (
    <Card title={text.new} look="below">
      <Form
        submit={text.create}
        onSubmit={async (values) => {
          const { name = '', expiry } = values
          const expires = expiry ? { expires_at: `${expiry}T23:59:59Z` } : {}
          onCreated(await plinth.apiKeys.create({ name, mode, scopes: [...scopes], ...limitsIn(values), ...expires }))
        }}
        onCancel={onCancel}
      >
        <div class="beside">
          <div>
            <Field name="name" label={shared.name} hint={text.nameHint} required maxLength={100} />
            <CheckList
              single
              legend={text.mode}
              field="mode"
              choices={modes}
              selected={[mode]}
              onChange={([value]) => setMode(value as 'live' | 'test')}
            />
            <Field
              name="expiry"
              field="expires_at"
              label={text.expiry}
              hint={text.expiryHint}
              type="date"
              min={new Date().toISOString().slice(0, 10)}
            />
            <LimitFields />
          </div>
          <ScopeField selected={scopes} onChange={setScopes} />
        </div>
      </Form>
    </Card>
  )
}

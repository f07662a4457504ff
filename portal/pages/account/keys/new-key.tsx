// A new key: its name, which data it sees, what it may do and until when.
import { useState } from 'preact/hooks'
import type { NewApiKey, Session } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import type { Scope } from '../parts/scopes.tsx'
import { ALL_SCOPES, ScopeField } from '../parts/scopes.tsx'
import { useAction } from '../parts/use-account.ts'
import { text } from './text.ts'

const words = text.keys

interface NewKeyProps {
  readonly plan: Session['account']['plan']
  readonly onMade: (key: NewApiKey) => void
  readonly onCancel: () => void
}

export function NewKey({ plan, onMade, onCancel }: NewKeyProps) {
  const mayBeLive = plan !== 'sandbox'
  const [name, setName] = useState('')
  const [mode, setMode] = useState<'live' | 'test'>(mayBeLive ? 'live' : 'test')
  const [scopes, setScopes] = useState<readonly Scope[]>(ALL_SCOPES.filter((scope) => scope !== 'keys:manage'))
  const [expiry, setExpiry] = useState('')
  const act = useAction()
  const send = async () => {
    const expires = expiry === '' ? {} : { expires_at: `${expiry}T23:59:59Z` }
    onMade(await plinth.apiKeys.create({ name, mode, scopes: [...scopes], ...expires }))
  }
  const modes = [
    { value: 'live', label: words.live, hint: mayBeLive ? words.liveHint : words.liveNeedsPlan, disabled: !mayBeLive },
    { value: 'test', label: words.test, hint: words.testHint },
  ]
  return (
    <section class="card making">
      <h2>{words.new}</h2>
      <Form act={act} send={words.create} onSend={send} onCancel={onCancel}>
        <div class="beside">
          <div>
            <Field label={text.name} hint={words.nameHint} required maxLength={100} value={name} onChange={setName} />
            <CheckList
              one
              legend={words.mode}
              choices={modes}
              chosen={[mode]}
              onChange={([wanted]) => setMode(wanted as 'live' | 'test')}
            />
            <Field
              label={words.expiry}
              hint={words.expiryHint}
              type="date"
              min={new Date().toISOString().slice(0, 10)}
              value={expiry}
              onChange={setExpiry}
            />
          </div>
          <ScopeField chosen={scopes} onChange={setScopes} />
        </div>
      </Form>
    </section>
  )
}

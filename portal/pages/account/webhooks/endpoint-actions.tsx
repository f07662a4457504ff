// What can be done to an endpoint: tested, enabled or paused, given a new secret, deleted.

import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookTest } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { ConfirmAction, Select } from '../../../parts/form.tsx'
import { Problem } from '../../../parts/notice.tsx'
import type { Action } from '../parts/use-account.ts'
import { useAction } from '../parts/use-account.ts'
import { text } from './text.ts'

interface ActsProps {
  readonly endpoint: WebhookEndpoint
  readonly onChanged: () => void
  readonly onTested: (test: WebhookTest) => void
  /** With the new secret, which is nowhere else. */
  readonly onFresh: (fresh: NewWebhookEndpoint) => void
}

const DAY = '86400'

function Rotate({ id, onFresh, onClose }: { id: string; onFresh(fresh: NewWebhookEndpoint): void; onClose(): void }) {
  const [overlap, setOverlap] = useState(DAY)
  const choices = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))
  const send = async () =>
    onFresh(await plinth.webhooks.endpoints.rotateSecret(id, { overlap_seconds: Number(overlap) }))
  return (
    <ConfirmAction title={text.rotateTitle} send={text.rotateSend} onSend={send} onClose={onClose}>
      <p>{text.rotateLead}</p>
      <Select label={text.overlap} value={overlap} choices={choices} onChange={setOverlap} />
    </ConfirmAction>
  )
}

function Remove({ id, onClose }: { id: string; onClose(): void }) {
  const { route } = useLocation()
  const send = async () => {
    await plinth.webhooks.endpoints.remove(id)
    route('/account/webhooks')
  }
  return (
    <ConfirmAction title={text.removeTitle} send={text.removeSend} danger onSend={send} onClose={onClose}>
      <p>{text.removeLead}</p>
    </ConfirmAction>
  )
}

export function EndpointActions({ endpoint, onChanged, onTested, onFresh }: ActsProps) {
  const act = useAction()
  const [asked, setAsked] = useState<'rotate' | 'remove'>()
  const test = useAction()
  const { id, status } = endpoint
  const { endpoints } = plinth.webhooks
  const then = (doing: Action, what: () => Promise<unknown>) => () =>
    void doing.run(async () => {
      await what()
      onChanged()
    })
  const close = () => setAsked(undefined)
  return (
    <>
      <div class="row acts">
        <button type="button" disabled={test.busy} onClick={then(test, async () => onTested(await endpoints.test(id)))}>
          {test.busy ? text.testing : text.test}
        </button>
        {status !== 'enabled' && (
          <button type="button" class="second" disabled={act.busy} onClick={then(act, () => endpoints.enable(id))}>
            {text.enable}
          </button>
        )}
        {status !== 'disabled' && (
          <button
            type="button"
            class="second"
            disabled={act.busy}
            onClick={then(act, () => endpoints.update(id, { status: 'disabled' }))}
          >
            {text.pause}
          </button>
        )}
        <button type="button" class="second" onClick={() => setAsked('rotate')}>
          {text.rotate}
        </button>
        <button type="button" class="second" onClick={() => setAsked('remove')}>
          {text.remove}
        </button>
      </div>
      {[test.error, act.error].map((error) => error && <Problem key={error.message} error={error} />)}
      {asked === 'rotate' && (
        <Rotate
          id={id}
          onClose={close}
          onFresh={(made) => {
            onFresh(made)
            onChanged()
          }}
        />
      )}
      {asked === 'remove' && <Remove id={id} onClose={close} />}
    </>
  )
}

// Actions on an endpoint: test, enable, pause, rotate its secret, delete.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookTest } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { Action } from '../../../api/use-action.ts'
import { Select } from '../../../parts/form.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import { text as shared } from '../parts/text.ts'
import { useAccountAction } from '../parts/use-account.ts'
import { text } from './text.ts'

interface EndpointActionsProps {
  readonly endpoint: WebhookEndpoint
  readonly onChanged: () => void
  readonly onTested: (test: WebhookTest) => void
  /** Receives the new secret, which is shown only once. */
  readonly onRotated: (endpoint: NewWebhookEndpoint) => void
}

const DAY = '86400'

interface DialogProps {
  readonly id: string
  readonly onClose: () => void
}

function Rotate({ id, onClose, onRotated }: DialogProps & Pick<EndpointActionsProps, 'onRotated'>) {
  const [overlap, setOverlap] = useState(DAY)
  const choices = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))
  const rotate = async () =>
    onRotated(await plinth.webhooks.endpoints.rotateSecret(id, { overlap_seconds: Number(overlap) }))
  return (
    <AccountConfirm title={text.rotateTitle} submit={text.rotateSubmit} run={rotate} onDone={onClose} onClose={onClose}>
      <p>{text.rotateLead}</p>
      <Select label={text.overlap} value={overlap} choices={choices} onChange={setOverlap} />
    </AccountConfirm>
  )
}

function Delete({ id, onClose }: DialogProps) {
  const { route } = useLocation()
  return (
    <AccountConfirm
      title={text.deleteTitle}
      submit={text.deleteSubmit}
      danger
      run={() => plinth.webhooks.endpoints.remove(id)}
      onDone={() => route('/account/webhooks')}
      onClose={onClose}
    >
      <p>{text.deleteLead}</p>
    </AccountConfirm>
  )
}

export function EndpointActions({ endpoint, onChanged, onTested, onRotated }: EndpointActionsProps) {
  const update = useAccountAction()
  const test = useAccountAction()
  const [open, setOpen] = useState<'rotate' | 'delete'>()
  const { id, status } = endpoint
  const { endpoints } = plinth.webhooks
  const close = () => setOpen(undefined)
  const start = (action: Action, request: () => Promise<unknown>) => () =>
    void action.run(async () => {
      await request()
      onChanged()
    })
  const second = (label: string, onClick: () => void, disabled = false) => (
    <button type="button" class="second" disabled={disabled} onClick={onClick}>
      {label}
    </button>
  )
  const enable = start(update, () => endpoints.enable(id))
  const pause = start(update, () => endpoints.update(id, { status: 'disabled' }))
  return (
    <>
      <div class="row actions">
        <button
          type="button"
          disabled={test.busy}
          onClick={start(test, async () => onTested(await endpoints.test(id)))}
        >
          {test.busy ? text.testing : text.test}
        </button>
        {status !== 'enabled' && second(text.enable, enable, update.busy)}
        {status !== 'disabled' && second(text.pause, pause, update.busy)}
        {second(text.rotate, () => setOpen('rotate'))}
        {second(shared.delete, () => setOpen('delete'))}
      </div>
      {[test.error, update.error].map((error) => error && <Problem key={error.message} error={error} />)}
      {open === 'rotate' && (
        <Rotate
          id={id}
          onClose={close}
          onRotated={(rotated) => {
            onRotated(rotated)
            onChanged()
          }}
        />
      )}
      {open === 'delete' && <Delete id={id} onClose={close} />}
    </>
  )
}

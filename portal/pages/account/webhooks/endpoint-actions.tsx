// Actions on an endpoint: test, enable, pause, rotate its secret, delete.
import { useLocation } from 'preact-iso'
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookTest } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { Action } from '../../../api/use-action.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { Overlap } from '../parts/new-secret.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

interface EndpointActionsProps {
  readonly endpoint: WebhookEndpoint
  readonly onChanged: () => void
  readonly onTested: (test: WebhookTest) => void
  /** Receives the new secret, which is shown only once. */
  readonly onRotated: (endpoint: NewWebhookEndpoint) => void
}

export function EndpointActions({ endpoint, onChanged, onTested, onRotated }: EndpointActionsProps) {
  const update = useAction()
  const test = useAction()
  const { id, status } = endpoint
  const { endpoints } = plinth.webhooks
  const { route } = useLocation()
  const start = (action: Action, request: () => Promise<unknown>) => () =>
    void action.run(async () => {
      await request()
      onChanged()
    })
  const enable = start(update, () => endpoints.enable(id))
  const pause = start(update, () => endpoints.update(id, { status: 'disabled' }))
  return (
    <>
      <div class="row actions">
        <Button
          label={test.busy ? text.testing : text.test}
          disabled={test.busy}
          onClick={start(test, async () => onTested(await endpoints.test(id)))}
        />
        {status !== 'enabled' && <Button look="second" label={text.enable} disabled={update.busy} onClick={enable} />}
        {status !== 'disabled' && <Button look="second" label={text.pause} disabled={update.busy} onClick={pause} />}
        <ConfirmButton
          label={text.rotate}
          look="second"
          title={text.rotateTitle}
          submit={text.rotateSubmit}
          run={async ({ overlap }) => onRotated(await endpoints.rotateSecret(id, { overlap_seconds: Number(overlap) }))}
          onDone={onChanged}
        >
          <p>{text.rotateLead}</p>
          <Overlap label={text.overlap} choices={text.overlaps} />
        </ConfirmButton>
        <ConfirmButton
          label={shared.delete}
          look="second"
          title={text.deleteTitle}
          submit={text.deleteSubmit}
          danger
          run={() => endpoints.remove(id)}
          onDone={() => route('/account/webhooks')}
        >
          <p>{text.deleteLead}</p>
        </ConfirmButton>
      </div>
      {[test.error, update.error].map((error) => error && <Problem key={error.message} error={error} />)}
    </>
  )
}

// Sends a sample event of a chosen type to an endpoint, on the sandbox.
import { useState } from 'preact/hooks'
import type { SampleEvent, SampleEventRequest } from '../../../../../src/http/api-types.ts'
import { plinth } from '../../../../api/plinth.ts'
import { useAction } from '../../../../api/use-action.ts'
import { useLoad } from '../../../../api/use-load.ts'
import { fill } from '../../../../language/choose-language.ts'
import { formatNumber } from '../../../../language/format.ts'
import { Button } from '../../../../parts/button.tsx'
import { Select } from '../../../../parts/form.tsx'
import { Card, Problem, WhenLoaded } from '../../../../parts/notice.tsx'
import { text } from './text.ts'

interface SendSampleProps {
  readonly endpointId: string
  readonly onSent: () => void
}

function Result({ sample, endpointId }: { sample: SampleEvent; endpointId: string }) {
  const endpoint = sample.endpoints.find((one) => one.endpoint_id === endpointId)
  const sequence = formatNumber(sample.sequence)
  if (endpoint?.result === 'queued') return <p class="notice good">{fill(text.queued, { sequence })}</p>
  if (endpoint?.result === 'held') return <p class="notice">{fill(text.held, { sequence })}</p>
  return <p class="notice warn">{fill(text.skipped, { reason: endpoint?.reason ?? '' })}</p>
}

export function SendSample({ endpointId, onSent }: SendSampleProps) {
  const types = useLoad('event types', (signal) => plinth.webhooks.eventTypes({ signal }))
  const [type, setType] = useState<string>('project.price_changed')
  const [sample, setSample] = useState<SampleEvent>()
  const action = useAction()
  const send = () =>
    void action.run(async () => {
      setSample(await plinth.sandbox.sendEvent({ type: type as SampleEventRequest['type'] }))
      onSent()
    })
  return (
    <Card title={text.title}>
      <p class="quiet">{text.lead}</p>
      <WhenLoaded result={types}>
        {(known) => (
          <div class="row sample-form">
            <Select
              label={text.type}
              value={type}
              choices={known
                .filter((entry) => entry.type !== 'ping' && entry.type !== 'batch')
                .map((entry) => ({ value: entry.type, label: entry.type }))}
              onChange={setType}
            />
            <Button
              look="second"
              label={action.busy ? text.sending : fill(text.send, { type })}
              disabled={action.busy}
              onClick={send}
            />
          </div>
        )}
      </WhenLoaded>
      <div role="status">{sample && <Result sample={sample} endpointId={endpointId} />}</div>
      {action.error && <Problem error={action.error} />}
    </Card>
  )
}

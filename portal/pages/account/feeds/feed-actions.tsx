// Actions on a feed: run now, pause, resume, approve a held check, delete.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Feed } from '../../../../src/http/api-types.ts'
import { useMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { Announce, Problem } from '../../../parts/notice.tsx'
import { text } from './text.ts'

interface FeedActionsProps {
  readonly feed: Feed
  readonly onChanged: () => void
}

export function FeedActions({ feed, onChanged }: FeedActionsProps) {
  const { id, status, url, held_sweep: held } = feed
  const { route } = useLocation()
  const mayManage = useMay('feeds:manage')
  const action = useAction()
  const [isRequested, setRequested] = useState(false)
  const start = (request: () => Promise<unknown>, isRun = false) =>
    void action.run(async () => {
      await request()
      setRequested(isRun)
      onChanged()
    })
  const listings = (
    <a class="button second" href={`/account/listings#feed=${encodeURIComponent(id)}`}>
      {text.listings}
    </a>
  )
  if (!mayManage) return <div class="row actions">{listings}</div>
  return (
    <>
      <div class="row actions">
        {held && (
          <ConfirmButton
            label={text.approve}
            look=""
            title={text.approveTitle}
            submit={text.approveSubmit}
            danger
            run={() => plinth.feeds.approve(id)}
            onDone={onChanged}
          >
            <p>{fill(text.approveLead, { missing: formatNumber(held.missing) })}</p>
          </ConfirmButton>
        )}
        {status !== 'paused' && url !== null && (
          <Button
            look={held ? 'second' : ''}
            label={text.runNow}
            disabled={action.busy || feed.is_running}
            onClick={() => start(() => plinth.feeds.run(id, { sweep: feed.kind === 'reso' }), true)}
          />
        )}
        {status === 'paused' ? (
          <Button label={text.resume} disabled={action.busy} onClick={() => start(() => plinth.feeds.resume(id))} />
        ) : (
          <Button
            look="second"
            label={text.pause}
            disabled={action.busy}
            onClick={() => start(() => plinth.feeds.pause(id))}
          />
        )}
        {listings}
        <ConfirmButton
          label={text.delete}
          look="second"
          title={text.deleteTitle}
          submit={text.delete}
          danger
          run={() => plinth.feeds.remove(id)}
          onDone={() => route('/account/feeds')}
        >
          <p>{text.deleteLead}</p>
        </ConfirmButton>
      </div>
      <Announce>{isRequested && text.runRequested}</Announce>
      {action.error && <Problem error={action.error} />}
    </>
  )
}

// Actions on a feed: run now, pause, resume, approve a held check, delete.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Feed } from '../../../../src/http/api-types.ts'
import { useMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../parts/choose-language.ts'
import { formatNumber } from '../../../parts/format.ts'
import { Problem } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import { useAccountAction } from '../parts/use-account.ts'
import { text } from './text.ts'

interface FeedActionsProps {
  readonly feed: Feed
  readonly onChanged: () => void
}

export function FeedActions({ feed, onChanged }: FeedActionsProps) {
  const { id, status, url, held_sweep: held } = feed
  const { route } = useLocation()
  const mayManage = useMay('feeds:manage')
  const action = useAccountAction()
  const [open, setOpen] = useState<'delete' | 'approve'>()
  const [isRequested, setRequested] = useState(false)
  const close = () => setOpen(undefined)
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
          <button type="button" onClick={() => setOpen('approve')}>
            {text.approve}
          </button>
        )}
        {status !== 'paused' && url !== null && (
          <button
            type="button"
            class={held ? 'second' : ''}
            disabled={action.busy || feed.is_running}
            onClick={() => start(() => plinth.feeds.run(id, { sweep: feed.kind === 'reso' }), true)}
          >
            {text.runNow}
          </button>
        )}
        {status === 'paused' ? (
          <button type="button" disabled={action.busy} onClick={() => start(() => plinth.feeds.resume(id))}>
            {text.resume}
          </button>
        ) : (
          <button
            type="button"
            class="second"
            disabled={action.busy}
            onClick={() => start(() => plinth.feeds.pause(id))}
          >
            {text.pause}
          </button>
        )}
        {listings}
        <button type="button" class="second" onClick={() => setOpen('delete')}>
          {text.delete}
        </button>
      </div>
      <div role="status">{isRequested && <p class="notice good">{text.runRequested}</p>}</div>
      {action.error && <Problem error={action.error} />}
      {open === 'approve' && held && (
        <AccountConfirm
          title={text.approveTitle}
          submit={text.approveSubmit}
          danger
          run={() => plinth.feeds.approve(id)}
          onDone={() => {
            close()
            onChanged()
          }}
          onClose={close}
        >
          <p>{fill(text.approveLead, { missing: formatNumber(held.missing) })}</p>
        </AccountConfirm>
      )}
      {open === 'delete' && (
        <AccountConfirm
          title={text.deleteTitle}
          submit={text.delete}
          danger
          run={() => plinth.feeds.remove(id)}
          onDone={() => route('/account/feeds')}
          onClose={close}
        >
          <p>{text.deleteLead}</p>
        </AccountConfirm>
      )}
    </>
  )
}

// One feed: its state in plain words, actions, settings and runs.

import { useState } from 'preact/hooks'
import { BackLink, WhenLoaded } from '../../../parts/notice.tsx'
import type { Detail } from '../../../parts/records.tsx'
import './page.css'
import type { Feed } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import { ListingsSection } from '../listings/section.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { SettingsCard } from '../parts/settings-card.tsx'
import { usePolling } from '../webhooks/use-polling.ts'
import { EditFeed } from './edit-feed.tsx'
import { FeedActions } from './feed-actions.tsx'
import { describeNext, describeSchedule, describeState, FeedBadge } from './feed-state.tsx'
import { Rejected, Runs } from './runs.tsx'
import { text } from './text.ts'
import { Upload } from './upload.tsx'

function rowsOf(feed: Feed): readonly Detail[] {
  const isReso = feed.kind === 'reso'
  const hasUrl = feed.url !== null
  const whenOrNever = (at: string | null) => (at ? formatDateTime(at) : text.never)
  return [
    [text.kind, text.kinds[feed.kind]],
    [text.url, feed.url ?? text.noUrl],
    isReso && [text.resource, feed.resource],
    isReso && [text.filter, feed.filter ?? text.noFilter],
    isReso && [text.changes, feed.uses_events ? text.byEvents : text.byTime],
    [text.auth, text.auths[feed.auth.kind]],
    [text.prefix, feed.key_prefix === '' ? text.noPrefix : <code>{feed.key_prefix}</code>],
    hasUrl && [text.schedule, describeSchedule(feed.every_seconds)],
    hasUrl && [text.lastRun, whenOrNever(feed.last_run_at)],
    hasUrl && [text.nextRun, describeNext(feed.next_run_at)],
    [text.lastSuccess, whenOrNever(feed.last_success_at)],
    isReso && [text.nextSweep, describeNext(feed.next_sweep_at)],
  ]
}

function SetAside({ feed: { set_aside: setAside } }: { feed: Feed }) {
  return (
    <section class="card">
      <h2>{fill(text.setAside.title, { count: setAside.count })}</h2>
      <p class="quiet">{text.setAside.lead}</p>
      <Rejected rows={setAside.rows.map((row) => ({ ...row, line: null }))} />
    </section>
  )
}

export function OneFeed({ id }: AccountPageProps) {
  const loaded = useLoad(`feed ${id}`, (signal) => plinth.feeds.get(id, { signal }))
  const [version, setVersion] = useState(0)
  const reload = () => {
    loaded.reload()
    setVersion(version + 1)
  }
  const feed = loaded.known
  const isDue = feed?.next_run_at != null && Date.parse(feed.next_run_at) <= Date.now()
  usePolling(feed?.is_running || isDue, reload)
  return (
    <ListingsSection error={loaded.error}>
      <WhenLoaded result={loaded} lines={8} keep>
        {(feed) => (
          <>
            <BackLink href="/account/feeds" label={text.all} />
            <div class="row">
              <h2>{feed.name}</h2>
              <FeedBadge feed={feed} />
            </div>
            <p aria-live="polite">{describeState(feed)}</p>
            {feed.problem && <p class="notice bad">{feed.problem.detail}</p>}
            <FeedActions feed={feed} onChanged={reload} />
            {feed.url === null && (
              <IfMay scope="feeds:manage">
                <Upload feedId={feed.id} onDone={reload} />
              </IfMay>
            )}
            <SettingsCard
              title={text.settings}
              edit={text.edit.open}
              scope="feeds:manage"
              record={feed}
              rows={rowsOf(feed)}
              form={(edited, onDone) => <EditFeed feed={edited} onDone={onDone} />}
              onChanged={reload}
            />
            {feed.set_aside.count > 0 && <SetAside feed={feed} />}
            <Runs feedId={feed.id} version={version} onRefresh={reload} />
          </>
        )}
      </WhenLoaded>
    </ListingsSection>
  )
}

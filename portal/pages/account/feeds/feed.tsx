// One feed: its state in plain words, actions, settings and runs.
import { useRef, useState } from 'preact/hooks'
import './page.css'
import type { Feed } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { formatDateTime } from '../../../parts/format.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import { ListingsSection } from '../listings/section.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { requiredPlans } from '../parts/plan-required.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { usePolling } from '../webhooks/use-polling.ts'
import { EditFeed } from './edit-feed.tsx'
import { FeedActions } from './feed-actions.tsx'
import { describeNext, describeSchedule, describeState, FeedBadge } from './feed-state.tsx'
import { Runs } from './runs.tsx'
import { text } from './text.ts'
import { Upload } from './upload.tsx'

function Settings({ feed, onChanged }: { feed: Feed; onChanged: () => void }) {
  const [edited, setEdited] = useState<Feed>()
  const done = () => {
    setEdited(undefined)
    onChanged()
  }
  return (
    <section class="card">
      <div class="head">
        <h2>{text.settings}</h2>
        {!edited && (
          <IfMay scope="feeds:manage">
            <button type="button" class="second small" onClick={() => setEdited(feed)}>
              {text.edit.open}
            </button>
          </IfMay>
        )}
      </div>
      {edited ? <EditFeed feed={edited} onDone={done} /> : <Facts feed={feed} />}
    </section>
  )
}

function Facts({ feed }: { feed: Feed }) {
  const isReso = feed.kind === 'reso'
  return (
    <dl>
      <dt>{text.kind}</dt>
      <dd>{text.kinds[feed.kind]}</dd>
      <dt>{text.url}</dt>
      <dd>{feed.url ?? text.noUrl}</dd>
      {isReso && (
        <>
          <dt>{text.resource}</dt>
          <dd>{feed.resource}</dd>
          <dt>{text.filter}</dt>
          <dd>{feed.filter ?? text.noFilter}</dd>
        </>
      )}
      <dt>{text.auth}</dt>
      <dd>{text.auths[feed.auth.kind]}</dd>
      <dt>{text.prefix}</dt>
      <dd>{feed.key_prefix === '' ? text.noPrefix : <code>{feed.key_prefix}</code>}</dd>
      {feed.url !== null && (
        <>
          <dt>{text.schedule}</dt>
          <dd>{describeSchedule(feed.every_seconds)}</dd>
          <dt>{text.lastRun}</dt>
          <dd>{feed.last_run_at ? formatDateTime(feed.last_run_at) : text.never}</dd>
          <dt>{text.nextRun}</dt>
          <dd>{describeNext(feed.next_run_at)}</dd>
        </>
      )}
      <dt>{text.lastSuccess}</dt>
      <dd>{feed.last_success_at ? formatDateTime(feed.last_success_at) : text.never}</dd>
      {isReso && (
        <>
          <dt>{text.nextSweep}</dt>
          <dd>{describeNext(feed.next_sweep_at)}</dd>
        </>
      )}
    </dl>
  )
}

export function OneFeed({ id }: AccountPageProps) {
  const loaded = useAccountLoad(`feed ${id}`, (signal) => plinth.feeds.get(id, { signal }))
  const [version, setVersion] = useState(0)
  const reload = () => {
    loaded.reload()
    setVersion(version + 1)
  }
  // Keep the page when a reload fails.
  const known = useRef<Feed>(undefined)
  known.current = loaded.data ?? known.current
  const feed = known.current
  const isDue = feed?.next_run_at != null && Date.parse(feed.next_run_at) <= Date.now()
  usePolling(feed?.is_running || isDue, reload)
  return (
    <ListingsSection error={loaded.error}>
      {loaded.error && requiredPlans(loaded.error) === null && <Problem error={loaded.error} retry={loaded.reload} />}
      {!feed && !loaded.error && <Loading lines={8} />}
      {feed && (
        <>
          <p>
            <a href="/account/feeds">← {text.all}</a>
          </p>
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
          <Settings feed={feed} onChanged={reload} />
          <Runs feedId={feed.id} version={version} onRefresh={reload} />
        </>
      )}
    </ListingsSection>
  )
}

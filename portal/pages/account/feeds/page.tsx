// The account's feeds with their state, last run and next run.
import { COLON } from '../../../parts/choose-language.ts'
import './page.css'
import type { Feed } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { formatDateTime } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { ListingsSection } from '../listings/section.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { usePolling } from '../webhooks/use-polling.ts'
import { describeNext, describeSchedule, describeState, FeedBadge, feedHref } from './feed-state.tsx'
import { text } from './text.ts'

function FeedItem({ feed }: { feed: Feed }) {
  return (
    <li>
      <div class="what">
        <div class="row">
          <a class="name" href={feedHref(feed.id)}>
            {feed.name}
          </a>
          <FeedBadge feed={feed} />
        </div>
        <p>{describeState(feed)}</p>
        {feed.problem && <p class="feed-problem">{feed.problem.detail}</p>}
        <p class="quiet facts">
          <span>
            {text.kinds[feed.kind]}
            {feed.url !== null && `, ${describeSchedule(feed.every_seconds)}`}
          </span>
          <span>
            {text.lastSuccess}
            {COLON}
            {feed.last_success_at ? formatDateTime(feed.last_success_at) : text.never}
          </span>
          {feed.url !== null && (
            <span>
              {text.nextRun}
              {COLON}
              {describeNext(feed.next_run_at)}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}

export function Feeds() {
  const loaded = useAccountLoad('feeds', (signal) => plinth.feeds.list({ signal }).then(({ data }) => data))
  usePolling(loaded.data?.some(({ is_running: isRunning }) => isRunning) ?? false, loaded.reload)
  return (
    <ListingsSection error={loaded.error}>
      <div class="head">
        <p class="lead">{text.lead}</p>
        <IfMay scope="feeds:manage">
          <a class="button" href="/account/new-feed">
            {text.new}
          </a>
        </IfMay>
      </div>
      <WhenLoaded result={loaded}>
        {(feeds) =>
          feeds.length === 0 ? (
            <Empty>{text.empty}</Empty>
          ) : (
            <ul class="records">
              {feeds.map((feed) => (
                <FeedItem key={feed.id} feed={feed} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </ListingsSection>
  )
}

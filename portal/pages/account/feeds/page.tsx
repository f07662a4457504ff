// The account's feeds with their state, last run and next run.
import { labelled } from '../../../language/choose-language.ts'
import { Facts, RecordRow, Records } from '../../../parts/records.tsx'
import './page.css'
import type { Feed } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { formatDateTime } from '../../../language/format.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { ListingsSection } from '../listings/section.tsx'
import { usePolling } from '../webhooks/use-polling.ts'
import { describeNext, describeSchedule, describeState, FeedBadge, feedHref } from './feed-state.tsx'
import { text } from './text.ts'

function FeedRow({ feed }: { feed: Feed }) {
  const { url, problem, last_success_at: success } = feed
  const schedule = url === null ? '' : `, ${describeSchedule(feed.every_seconds)}`
  return (
    <RecordRow title={<a href={feedHref(feed.id)}>{feed.name}</a>} marks={<FeedBadge feed={feed} />}>
      <p>{describeState(feed)}</p>
      {problem && <p class="notice bad">{problem.detail}</p>}
      <Facts
        items={[
          text.kinds[feed.kind] + schedule,
          labelled(text.lastSuccess, success ? formatDateTime(success) : text.never),
          url !== null && labelled(text.nextRun, describeNext(feed.next_run_at)),
        ]}
      />
    </RecordRow>
  )
}

export function Feeds() {
  const loaded = useLoad('feeds', (signal) => plinth.feeds.list({ signal }).then(({ data }) => data))
  usePolling(loaded.data?.some(({ is_running: isRunning }) => isRunning) ?? false, loaded.reload)
  return (
    <ListingsSection error={loaded.error}>
      <div class="row between head">
        <p class="lead">{text.lead}</p>
        <IfMay scope="feeds:manage">
          <a class="button" href="/account/new-feed">
            {text.new}
          </a>
        </IfMay>
      </div>
      <WhenLoaded result={loaded}>
        {(feeds) => (
          <Records items={feeds} empty={text.empty}>
            {(feed) => <FeedRow key={feed.id} feed={feed} />}
          </Records>
        )}
      </WhenLoaded>
    </ListingsSection>
  )
}

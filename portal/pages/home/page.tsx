// The home page: try a lookup, see how accurate it is, compare plans.
import { useState } from 'preact/hooks'
import { ErrorBoundary, lazy } from 'preact-iso'
import './page.css'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { LoadingNotice } from '../../parts/loading-notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { PlanCards } from './plan-cards.tsx'
import { text } from './text.ts'
import { TryIt } from './try-it.tsx'

/** Its code and figures load when it is opened. */
const Calibration = lazy(() => import('./confidence-chart.tsx').then((module) => module.Calibration))

const FEATURES = [
  ['catalogue', '/docs/guides/show-a-project-page'],
  ['feed', '/docs/guides/keep-a-mirror'],
  ['batch', '/docs/guides/link-a-feed'],
  ['hooks', '/docs#tag/webhooks'],
  ['agents', '/docs/guides/connect-an-ai-tool'],
  ['desk', '/docs/guides/link-one-listing'],
] as const

function DemonstrationNote() {
  const dataset = useLoad('dataset', (signal) => plinth.dataset({ signal }))
  const { data } = dataset
  if (!data?.is_demonstration) return null
  return <p class="quiet">{data.counts.real_projects > 0 ? text.partlyInvented : text.demonstration}</p>
}

export function Home() {
  const [isOpened, setOpened] = useState(false)
  return (
    <PageLayout title={text.title}>
      <p class="lead">{text.lead}</p>
      <LoadingNotice />
      <TryIt />
      <details class="card trust" onToggle={() => setOpened(true)}>
        <summary>{text.calibration}</summary>
        <ErrorBoundary>{isOpened && <Calibration />}</ErrorBoundary>
      </details>
      <h2>{text.plans}</h2>
      <PlanCards />
      <h2>{text.more}</h2>
      <div class="grid">
        {FEATURES.map(([name, href]) => (
          <a class="card feature" href={href} key={name}>
            <strong>{text.features[name].title}</strong>
            <span class="quiet">{text.features[name].lead}</span>
          </a>
        ))}
      </div>
      <DemonstrationNote />
      <div class="row after">
        <a class="button" href="/sign-up">
          {text.start}
        </a>
        <a class="button second" href="/docs/guides">
          {text.read}
        </a>
      </div>
    </PageLayout>
  )
}

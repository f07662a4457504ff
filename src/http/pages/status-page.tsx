// The status page: whether this server works, and how current its data is.
import { anyone } from '../../access/rights/policies.ts'
import type { Dataset } from '../../events/event-types.ts'
import { VERSION } from '../../kernel/config.ts'
import type { Language } from '../../kernel/language.ts'
import { fill } from '../../kernel/texts/server-texts.ts'
import { pageLanguageOf } from '../server/page-language.ts'
import { pageOperation } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { HTML, pageResponse } from './page-layout.tsx'
import { pageText } from './page-text.ts'
import { viewerOf } from './viewer.ts'

export const statusPage = pageOperation({
  id: 'getStatusPage',
  tag: 'Pages',
  policy: anyone,
  hidden: true,
  page: true,
  ignoresQuery: true,
  exemptFromLoadShedding: true,
  summary: 'Get the status page',
  response: { status: 200, type: HTML },
  async handle(call) {
    const { services } = call
    const language = await pageLanguageOf(call)
    const text = pageText(language).status
    const isReady = services.ready()
    const hasDatabase = services.access.directory.reachable
    const isLoading = services.loading.progress('production') !== undefined
    const isWell = isReady && hasDatabase && !isLoading
    const nowMs = services.clock.now()
    const rows: (readonly [name: string, value: string])[] = [
      [text.api, isReady ? text.ready : text.notReady],
      [text.database, hasDatabase ? text.reachable : text.unreachable],
      [text.production, datasetState(services, 'production', language)],
      [text.sandbox, datasetState(services, 'sandbox', language)],
      [text.uptime, ago(nowMs - process.uptime() * 1000, nowMs, language)],
      [text.software, VERSION],
    ]
    const body = (
      <>
        <p class={isWell ? 'notice good' : 'notice warn'} role="status">
          {isWell ? text.allWell : text.degraded}
        </p>
        <dl>
          {rows.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
        <p class="quiet">
          {text.forPrograms} <a href="/readyz">/readyz</a>.
        </p>
      </>
    )
    const viewer = await viewerOf(call)
    const page = { title: text.title, body, wide: true, language, viewer, path: '/status' } as const
    return pageResponse(page, 200, { 'content-language': language })
  },
})

function datasetState({ loading, catalog, clock }: Services, dataset: Dataset, language: Language): string {
  const text = pageText(language).status
  const progress = loading.progress(dataset)
  if (progress)
    return fill(text.loading, { percent: Math.floor((100 * progress.done) / Math.max(1, progress.total)) }, language)
  const { version } = catalog.snapshot(dataset)
  return version
    ? fill(
        text.version,
        { version: version.version, age: ago(Date.parse(version.published_at), clock.now(), language) },
        language,
      )
    : text.none
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 hours ago" */
function ago(atMs: number, nowMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(`${language}-CA`, { numeric: 'auto' })
  const [unit, ms] = UNITS.find(([, length]) => nowMs - atMs >= length) ?? (['second', 1000] as const)
  return format.format(-Math.floor((nowMs - atMs) / ms), unit)
}

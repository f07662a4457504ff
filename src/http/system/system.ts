// Health and readiness probes.
import { z } from 'zod'
import { anyone } from '../../access/rights/policies.ts'
import type { Dataset } from '../../events/event-types.ts'
import { LoadingProgressSchema } from '../dataset/change-schemas.ts'
import { enumParam } from '../rest/request-params.ts'
import type { Route } from '../server/route.ts'
import { pageOperation, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const health = pageOperation({
  id: 'getHealth',
  tag: 'Service',
  exemptFromLoadShedding: true,
  policy: anyone,
  summary: 'Check that the process is running',
  response: { status: 200, type: 'application/json' },
  handle: () => ({ body: { status: 'ok' }, headers: { 'cache-control': 'no-store' } }),
})

const DatasetState = z.object({ state: z.enum(['ready', 'loading']), ...LoadingProgressSchema.partial().shape })

const ReadinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    database: z.enum(['reachable', 'unreachable']),
    datasets: z.object({ production: DatasetState, sandbox: DatasetState }),
  })
  .meta({ id: 'Readiness' })

/** A node takes requests before production has its first data: the sandbox is ready, and live keys get a clear 503. */
const readiness = pageOperation({
  id: 'getReadiness',
  tag: 'Service',
  exemptFromLoadShedding: true,
  policy: anyone,
  summary: 'Check that this node can take requests',
  description:
    'Responds with 503 while the node starts or stops. On its first start, a server takes requests for the sandbox while ' +
    'it creates the production dataset. With `dataset=production` the response is 503 until that dataset can answer.',
  query: z.object({
    dataset: enumParam(['production', 'sandbox'], 'Also require that this dataset is ready').optional(),
  }),
  response: { status: 200, schema: ReadinessSchema },
  handle({ services, query: { dataset } }) {
    const progress = dataset && services.loading.progress(dataset)
    const isLoading = progress?.state === 'loading'
    const ready = services.ready() && !isLoading
    const database = services.access.directory.reachable ? 'reachable' : 'unreachable'
    const datasets = { production: stateOf(services, 'production'), sandbox: stateOf(services, 'sandbox') }
    return {
      status: ready ? 200 : 503,
      body: { status: ready ? 'ready' : 'not_ready', database, datasets },
      headers: { 'cache-control': 'no-store', ...(isLoading && { 'retry-after': String(progress.seconds_left) }) },
    }
  },
})

function stateOf({ loading }: Services, dataset: Dataset) {
  return loading.progress(dataset) ?? { state: 'ready' }
}

// biome-ignore format: a table is read by its columns
export const systemRoutes: readonly Route[] = [
  route('GET', '/healthz', health),
  route('GET', '/readyz',  readiness),
]

// Health and readiness probes.

import { anyone } from '../../access/policies.ts'
import { operation } from '../door/route.ts'

export const health = operation({
  id: 'getHealth',
  tag: 'Service',
  exemptFromLoadShedding: true,
  policy: anyone,
  summary: 'Check that the process is running',
  response: { status: 200, type: 'application/json' },
  handle: () => ({ body: { status: 'ok' }, headers: { 'cache-control': 'no-store' } }),
})

export const readiness = operation({
  id: 'getReadiness',
  tag: 'Service',
  exemptFromLoadShedding: true,
  policy: anyone,
  summary: 'Check that this node can take requests',
  response: { status: 200, type: 'application/json' },
  handle({ services }) {
    const ready = services.ready()
    const database = services.access.directory.reachable ? 'reachable' : 'unreachable'
    return {
      status: ready ? 200 : 503,
      body: { status: ready ? 'ready' : 'not_ready', database },
      headers: { 'cache-control': 'no-store' },
    }
  },
})

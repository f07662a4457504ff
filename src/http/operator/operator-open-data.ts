// Operator endpoints for open data that Plinth downloads: list, install, remove.
import { z } from 'zod'
import { operator } from '../../access/rights/policies.ts'
import { requireOpenSource } from '../../ingest/open-sources/open-source-table.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { operatorOperation } from '../server/route.ts'
import { OpenSourceSchema } from './open-data-schemas.ts'
import { absolutePath, LINES, PROGRESS_LINES, requireOperatorKey } from './operator-data.ts'
import { streamProgress } from './progress-stream.ts'

const OPERATOR = { tag: 'Operator', policy: operator } as const
const params = z.object({ name: textParam(40, 'The name in the table') })
const confirm = z.string().max(40).optional().describe('The name again. Required if 1,000 projects or more are removed')

export const list = operatorOperation({
  id: 'operatorListOpenData',
  ...OPERATOR,
  summary: 'List the open data that Plinth can download, with age and health of what is installed',
  response: { status: 200, schema: z.object({ data: z.array(OpenSourceSchema) }) },
  handle: async ({ services }) => ({
    body: { data: await services.dataOperations.openSources() },
    headers: { 'cache-control': 'no-store' },
  }),
})

export const install = operatorOperation({
  id: 'operatorInstallOpenData',
  ...OPERATOR,
  summary: 'Download and import a source of open data, or bring it up to date',
  description: `An interrupted download continues. Files that did not change are not imported again. ${PROGRESS_LINES}`,
  params,
  body: z.strictObject({
    from: absolutePath.optional().describe('A folder on the server with the files. Requires the operator key'),
    approve: z.boolean().default(false),
    confirm,
    dry_run: z.boolean().default(false),
  }),
  response: LINES,
  example: { params: { name: 'calgary' }, body: { from: '/media/usb', dry_run: true } },
  handle(call) {
    const { services, actor, params, body } = call
    const { dry_run: dryRun, ...options } = body
    if (options.from !== undefined) requireOperatorKey(actor)
    const { name } = requireOpenSource(params.name)
    services.dataOperations.requireRoom()
    const order = { ...options, dryRun, actor: actor.id, cause: causeOf(call) }
    return streamProgress(services.log, (onProgress) =>
      services.dataOperations.installSource(name, { ...order, onProgress }),
    )
  },
})

export const remove = operatorOperation({
  id: 'operatorRemoveOpenData',
  ...OPERATOR,
  summary: 'Remove a source of open data with its rows and its files',
  description: PROGRESS_LINES,
  params,
  query: z.object({ confirm }),
  response: LINES,
  example: { params: { name: 'calgary' } },
  handle(call) {
    const { services, actor, params, query } = call
    const { name } = requireOpenSource(params.name)
    services.dataOperations.requireRoom()
    const order = { confirm: query.confirm, actor: actor.id, cause: causeOf(call) }
    return streamProgress(services.log, () => services.dataOperations.removeOpenSource(name, order))
  },
})

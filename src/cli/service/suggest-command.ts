// plinth suggest: what a search box shows for a text, from a server or from local data.

import type { SuggestAnswer, Suggestion } from '@plinth/client'
import { snapshotFiles } from '../../app/snapshot-files.ts'
import { Catalog } from '../../catalog/catalog.ts'
import { runInSteps } from '../../catalog/snapshot/read-dataset.ts'
import { buildSource, suggest } from '../../catalog/suggest/suggestions.ts'
import { SuggestParams } from '../../http/suggest/suggest-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedService } from '../terminal/service-connection.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import { clientFor } from './projects-command.ts'

interface SuggestFlags extends ServiceOptions {
  readonly sandbox?: boolean
  readonly json?: boolean
  readonly city?: string
  readonly province?: string
  readonly near?: string
  readonly kinds?: string
  readonly limit?: string
}

export async function suggestCommand(config: Config, q: string, flags: SuggestFlags): Promise<number> {
  const { city, province, near, kinds, limit } = flags
  const given = Object.entries({ city, province, near, kinds, limit }).filter(([, value]) => value !== undefined)
  const query = { q, ...Object.fromEntries(given) }
  const fromService = (client: ReturnType<typeof clientFor>) =>
    client.request<SuggestAnswer>('GET', '/api/v1/suggest', { query })
  const service = flags.sandbox ? undefined : namedService(config, flags)
  const answer = service
    ? await fromService(service)
    : await serverOrLocal(config, {
        server: (server) => fromService(clientFor(server, config, flags)),
        local: async ({ db, secrets }) => {
          const catalog = new Catalog({ db, files: snapshotFiles(config, secrets) })
          await catalog.refresh()
          const snapshot = catalog.snapshot(flags.sandbox ? 'sandbox' : 'production')
          const found = suggest(await runInSteps(buildSource(snapshot)), parse(query))
          await catalog.stop()
          const { suggestions: data, reason, datasetVersion } = found
          return { data, meta: { count: data.length, reason, dataset_version: datasetVersion } }
        },
      })
  if (flags.json) console.log(JSON.stringify(answer))
  else if (answer.data.length === 0)
    console.log(answer.meta.reason === 'too_short' ? 'Type at least two characters.' : 'No suggestions.')
  else for (const line of tableLines(answer.data, COLUMNS, styleOf(config))) console.log(line)
  return EXIT.ok
}

type Shown = Pick<Suggestion, 'kind' | 'label' | 'detail' | 'building_id' | 'project_id'>

const COLUMNS = [
  { title: 'Kind', text: ({ kind }: Shown) => kind },
  { title: 'Label', text: ({ label }: Shown) => label },
  { title: 'Detail', text: ({ detail }: Shown) => detail ?? '' },
  { title: 'Building', text: ({ building_id }: Shown) => String(building_id ?? ''), right: true },
  { title: 'Project', text: ({ project_id }: Shown) => String(project_id ?? ''), right: true },
] as const

function parse(query: Readonly<Record<string, string>>) {
  const parsed = SuggestParams.safeParse(query)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new Stop('usage', `${path[0] === 'q' ? 'the text' : `--${path.join('.')}`} ${message}`)
  }
  const { near, ...others } = parsed.data
  return { ...others, near: near && { latitude: near[0], longitude: near[1] } }
}

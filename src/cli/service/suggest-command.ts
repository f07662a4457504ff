// plinth suggest: what a search box shows for a text, from a server or from local data.

import type { Suggestion } from '@plinth/client'
import { runInSteps } from '../../catalog/snapshot/read-dataset.ts'
import { buildSource, suggest } from '../../catalog/suggest/suggestions.ts'
import { SuggestParams, toSuggestJson } from '../../http/suggest/suggest-schemas.ts'
import { at } from '../../kernel/at.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import type { ReadOptions } from './catalog-source.ts'
import { readCatalog } from './catalog-source.ts'

interface SuggestFlags extends ReadOptions {
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
  const answer = await readCatalog<ReturnType<typeof toSuggestJson>>(config, flags, {
    remote: (client) => client.request('GET', '/api/v1/suggest', { query }),
    async local(snapshot) {
      return toSuggestJson(suggest(await runInSteps(buildSource(snapshot)), parse(query)))
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
    const { path, message } = at(parsed.error.issues, 0)
    throw new Stop('usage', `${path[0] === 'q' ? 'the text' : `--${path.join('.')}`} ${message}`)
  }
  const { near, ...others } = parsed.data
  return { ...others, near: near && { latitude: near[0], longitude: near[1] } }
}

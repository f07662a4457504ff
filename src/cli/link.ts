// plinth link: one address to its building, with the readings and the evidence when asked for.
import { openFoundation } from '../app.ts'
import { Catalog } from '../catalog/catalog.ts'
import type { Dataset } from '../events/types.ts'
import type { Config } from '../kernel/config.ts'
import { EXIT } from '../kernel/fault.ts'
import type { MatchQuery, Verdict } from '../matcher/matcher.ts'
import { createMatcher } from '../matcher/matcher.ts'
import { explainVerdict } from './explain.ts'
import { readBuildings } from './match-buildings.ts'
import { findServer } from './running-server.ts'

export interface LinkOptions {
  readonly buildings?: string
  readonly sandbox?: boolean
  readonly city?: string
  readonly province?: string
  readonly listedOn?: string
  readonly explain?: boolean
  readonly json?: boolean
}

export async function linkCommand(config: Config, address: string, options: LinkOptions): Promise<number> {
  const { city = null, province = null, listedOn: listed_on = null, buildings } = options
  const query: MatchQuery = { address, city, province, listed_on, explain: options.explain ?? false }
  const verdict = buildings
    ? await matchFile(buildings, query)
    : await matchDataset(config, query, options.sandbox ? 'sandbox' : 'production')
  if (options.json) console.log(JSON.stringify(verdict, null, 2))
  else if (options.explain) console.log(explainVerdict(verdict, address))
  else console.log(inShort(verdict))
  return EXIT.ok
}

async function matchFile(file: string, query: MatchQuery): Promise<Verdict> {
  return createMatcher(await readBuildings(file, (message) => console.error(message))).match(query)
}

/** The dataset of this installation: through the server that owns it, or opened here. */
async function matchDataset(config: Config, query: MatchQuery, dataset: Dataset): Promise<Verdict> {
  const server = await findServer(config)
  if (server) {
    const response = await server.ask('POST', '/api/v1/operator/match', { ...query, dataset })
    return ((await response.json()) as { data: Verdict }).data
  }
  const { db } = await openFoundation(config, () => {})
  try {
    const catalog = new Catalog({ db })
    await catalog.refresh()
    return catalog.snapshot(dataset).matcher.match(query)
  } finally {
    await db.close()
  }
}

function inShort({ candidates, outcome, reason, reason_detail }: Verdict): string {
  const rows = candidates.map(
    ({ key, group, confidence, strategy, level, unit }) =>
      `  ${confidence.toFixed(3)}  project ${group}${level === 'building' ? `, building ${key}` : ''}  ${strategy}${unit ? `, unit ${unit}` : ''}`,
  )
  const why = reason ? `: ${reason_detail ?? reason}` : ''
  return [`${outcome}${why}`, ...rows].join('\n')
}

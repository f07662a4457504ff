// `plinth link "<address>"`: one address, as callers get it answered, and with --explain why.

import { openFoundation } from '../../app/foundation.ts'
import { Catalog } from '../../catalog/catalog.ts'
import { toLinkAnswerWire } from '../../contract/link-json.ts'
import type { LinkAnswerBody } from '../../contract/link-schemas.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { Links } from '../../links/links.ts'
import { VerifiedAddresses } from '../../links/verified-addresses.ts'
import type { MatchQuery, Verdict } from '../../matcher/matcher.ts'
import { createMatcher } from '../../matcher/matcher.ts'
import { readBuildings } from '../match/match-buildings.ts'
import { findServer } from '../running-server.ts'
import { explainVerdict } from './explain-text.ts'
import { linkByService } from './remote-link.ts'
import type { ServiceOptions } from './service-connection.ts'
import { namedService } from './service-connection.ts'

export interface LinkOptions extends ServiceOptions {
  readonly buildings?: string
  readonly sandbox?: boolean
  readonly city?: string
  readonly province?: string
  readonly listedOn?: string
  readonly explain?: boolean
  readonly json?: boolean
}

/** What a caller gets, beside what the matcher alone says; a file of buildings has no callers. */
interface Linked {
  readonly answer: LinkAnswerBody | null
  readonly verdict: Verdict
}

export async function linkCommand(config: Config, address: string, options: LinkOptions): Promise<number> {
  const { city = null, province = null, listedOn: listed_on = null, buildings } = options
  const query: MatchQuery = { address, city, province, listed_on, explain: options.explain ?? false }
  if (options.server !== undefined && (buildings || options.sandbox))
    throw new Stop('usage', '--server does not go with --buildings or --sandbox', 'A test key sees the sandbox.')
  const service = buildings || options.sandbox ? undefined : namedService(config, options)
  const linked: Linked = service
    ? await linkByService(service, query)
    : buildings
      ? { answer: null, verdict: await matchFile(buildings, query) }
      : await linkInDataset(config, query, options.sandbox ? 'sandbox' : 'production')
  if (options.json) console.log(JSON.stringify(linked, null, 2))
  else if (options.explain) console.log(explained(linked, address))
  else console.log(linked.answer ? answerInShort(linked.answer) : verdictInShort(linked.verdict))
  return EXIT.ok
}

async function matchFile(file: string, query: MatchQuery): Promise<Verdict> {
  return createMatcher(await readBuildings(file, (message) => console.error(message))).match(query)
}

/** The dataset of this installation: through the server that owns it, or opened here. */
async function linkInDataset(config: Config, query: MatchQuery, dataset: Dataset): Promise<Linked> {
  const server = await findServer(config)
  if (server) {
    const response = await server.ask('POST', '/api/v1/operator/match', { ...query, dataset })
    return ((await response.json()) as { data: Linked }).data
  }
  const { db } = await openFoundation(config, () => {})
  try {
    const catalog = new Catalog({ db })
    const verified = new VerifiedAddresses(db)
    await catalog.refresh()
    await verified.sync()
    const { answer, verdict } = new Links(catalog, verified).peek(query, dataset)
    return { answer: toLinkAnswerWire(answer, {}), verdict }
  } finally {
    await db.close()
  }
}

/** The matcher's evidence, and what a person made of it where one did. */
function explained({ answer, verdict }: Linked, address: string): string {
  const told = explainVerdict(verdict, address)
  if (!answer) return told
  const shown = answer.data.map(({ project_id, match_method }) => `${project_id} ${match_method}`)
  const same = verdict.candidates.map(({ group }) => `${group} auto`)
  if (shown.join() === same.join() && answer.meta.reason === verdict.reason) return told
  return `${told}\n\ncallers get\n${answerInShort(answer)}`
}

function answerInShort({ data, meta }: LinkAnswerBody): string {
  const rows = data.map((link) => {
    const tower = link.building_id === null ? '' : `, building ${link.building_id}`
    const where = `project ${link.project_id}${tower}  ${link.project_name}, ${link.canonical_mls_address}`
    return candidateRow(link.match_confidence, where, link.match_strategy, link.unit)
  })
  return [outcomeLine(meta.outcome, meta.reason, meta.reason_detail), ...rows].join('\n')
}

function verdictInShort({ candidates, outcome, reason, reason_detail }: Verdict): string {
  const rows = candidates.map(({ key, confidence, strategy, unit }) =>
    candidateRow(confidence, `building ${key}`, strategy, unit),
  )
  return [outcomeLine(outcome, reason, reason_detail), ...rows].join('\n')
}

const outcomeLine = (outcome: string, reason: string | null, detail: string | null): string =>
  reason ? `${outcome}: ${detail ?? reason}` : outcome

const candidateRow = (confidence: number, where: string, strategy: string, unit: string | null): string =>
  `  ${confidence.toFixed(3)}  ${where}  ${strategy}${unit ? `, unit ${unit}` : ''}`

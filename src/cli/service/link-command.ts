// plinth link: finds the building at one address and, with --explain, shows why.

import type { Candidate, MatchQuery, Verdict } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { loadModel } from '../../app/model-file.ts'
import { SAMPLE_ADDRESS } from '../../catalog/query/sample-address.ts'
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import type { Dataset } from '../../events/event-types.ts'
import { toLinkResponseJson } from '../../http/links/link-json.ts'
import type { LinkResponse } from '../../http/links/link-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { Links } from '../../links/links.ts'
import { VerifiedAddresses } from '../../links/verified-addresses.ts'
import { isIndexFile } from '../match/building-index.ts'
import { readBuildings } from '../match/match-buildings.ts'
import { openMatcher } from '../match/open-matcher.ts'
import type { MapPoint } from '../terminal/arguments.ts'
import { confidenceText } from '../terminal/output.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import { namedService } from '../terminal/service-connection.ts'
import type { Style } from '../terminal/style.ts'
import { OUTCOME_TONES, styleOf, tableLines } from '../terminal/style.ts'
import type { ReadOptions } from './catalog-source.ts'
import { unstartedSandbox, withCatalog } from './catalog-source.ts'
import { explainVerdict, matchText } from './explain-text.ts'
import { linkNear } from './link-near.ts'
import { linkByService, toVerdict } from './remote-link.ts'

export interface LinkOptions extends ReadOptions {
  readonly near?: MapPoint
  readonly buildings?: string
  readonly city?: string
  readonly province?: string
  readonly listedOn?: string
  readonly explain?: boolean
}

/** The API's response and the matcher's own verdict. There is no response when matching against a file. */
interface LinkResult {
  readonly answer: LinkResponse | null
  readonly verdict: Verdict
}

/** From a file of buildings, by the key of the building or of the first tower. */
type Names = ReadonlyMap<string, string>

export async function linkCommand(config: Config, address: string | undefined, options: LinkOptions): Promise<number> {
  if (options.near !== undefined) {
    if (address !== undefined || options.buildings !== undefined)
      throw new Stop('usage', '--near cannot be combined with an address or --buildings', 'Leave one of them out.')
    return printNear(config, options.near, options)
  }
  if (address === undefined)
    throw new Stop('usage', 'an address or --near is missing', `For example: plinth link "${SAMPLE_ADDRESS}"`)
  const { city = null, province = null, listedOn: listed_on = null, buildings } = options
  const query: MatchQuery = { address, city, province, listed_on, explain: options.explain ?? false }
  if (options.server !== undefined && (buildings || options.sandbox))
    throw new Stop(
      'usage',
      '--server cannot be combined with --buildings or --sandbox',
      'To query the sandbox of a server, use a test key.',
    )
  const service = buildings || options.sandbox ? undefined : namedService(config, options)
  const names = new Map<string, string>()
  const result: LinkResult = service
    ? await linkByService(service, query)
    : buildings
      ? { answer: null, verdict: await matchFile(config, buildings, query, names) }
      : await linkInDataset(config, query, options.sandbox ? 'sandbox' : 'production')
  const style = styleOf(config)
  if (options.json) console.log(JSON.stringify(result, null, 2))
  else if (options.explain) console.log(explain(result, address, names, style))
  else console.log(result.answer ? answerSummary(result.answer, style) : verdictSummary(result.verdict, names, style))
  return EXIT.ok
}

async function printNear(config: Config, point: MapPoint, options: LinkOptions): Promise<number> {
  const answer = await linkNear(config, point, options)
  const text = `${point.latitude},${point.longitude}`
  const style = styleOf(config)
  if (options.json) console.log(JSON.stringify({ answer }, null, 2))
  else if (options.explain) console.log(explain({ answer, verdict: toVerdict(answer) }, text, new Map(), style))
  else console.log(answerSummary(answer, style))
  return EXIT.ok
}

const towerOf = ({ key, first_tower = '' }: Candidate): string => key ?? first_tower

/** Puts the names of the candidates into `names`; an index has none. */
async function matchFile(
  { modelFile }: Config,
  file: string,
  query: MatchQuery,
  names: Map<string, string>,
): Promise<Verdict> {
  const { model } = loadModel(modelFile)
  const report = (message: string) => console.error(message)
  const options = { model, streets: loadStreets(undefined) }
  if (isIndexFile(file)) return (await openMatcher({ buildings: file, model }, report)).match(query)
  const buildings = await readBuildings(file, report)
  const verdict = createMatcher(buildings, options).match(query)
  const found = new Map(verdict.candidates.map((candidate) => [towerOf(candidate), candidate]))
  for (const { key, name, addresses, city } of buildings) {
    const candidate = found.get(key)
    // The towers of a project share the address, not the name.
    const own = candidate?.key === null ? null : name
    if (candidate) names.set(key, [own, addresses[0]?.line, city].filter(Boolean).join(', '))
  }
  return verdict
}

async function linkInDataset(config: Config, query: MatchQuery, dataset: Dataset): Promise<LinkResult> {
  const inspect = (links: Links) => {
    const { result: answer, verdict } = links.inspect(query, dataset)
    return { answer: toLinkResponseJson(answer, {}), verdict }
  }
  const model = () => loadModel(config.modelFile).model
  const sandbox = dataset === 'sandbox' ? await unstartedSandbox(config, { model: model() }) : undefined
  if (sandbox) return inspect(new Links({ snapshot: () => sandbox }))
  return serverOrLocal<LinkResult>(config, {
    server: (server) => server.requestData('POST', '/api/v1/operator/match', { ...query, dataset }),
    local: (foundation) =>
      withCatalog(config, foundation, { model: model() }, async (catalog) => {
        const verified = new VerifiedAddresses(foundation.db)
        await verified.sync()
        return inspect(new Links(catalog, verified))
      }),
  })
}

/** The matcher's evidence, plus the API's response where a curator's decision changes it. */
function explain({ answer, verdict }: LinkResult, address: string, names: Names, style: Style): string {
  const nameOf = (candidate: Candidate) => {
    const link = answer?.data.find(({ project_id }) => String(project_id) === candidate.group)
    return link ? targetName(link) : names.get(towerOf(candidate))
  }
  const explanation = explainVerdict(verdict, address, nameOf, style)
  if (!answer) return explanation
  const inResponse = answer.data.map(({ project_id, match_method }) => `${project_id} ${match_method}`)
  const inVerdict = verdict.candidates.map(({ group }) => `${group} auto`)
  if (inResponse.join() === inVerdict.join() && answer.meta.reason === verdict.reason) return explanation
  return `${explanation}\n\nAPI response\n${answerSummary(answer, style)}`
}

function answerSummary({ data, meta }: LinkResponse, style: Style): string {
  const rows = data.map((link) => {
    const tower = link.building_id === null ? '' : `, building ${link.building_id}`
    const target = `project ${link.project_id}${tower}  ${targetName(link)}`
    return { confidence: link.match_confidence, target, strategy: link.match_strategy, unit: link.unit }
  })
  return summary(meta.outcome, meta.reason_detail ?? meta.reason, rows, style)
}

function verdictSummary({ candidates, outcome, reason, reason_detail }: Verdict, names: Names, style: Style): string {
  const rows = candidates.map((candidate) => {
    const { confidence, strategy, unit } = candidate
    const name = names.get(towerOf(candidate))
    return { confidence, target: `${matchText(candidate)}${name ? `  ${name}` : ''}`, strategy, unit }
  })
  return summary(outcome, reason_detail ?? reason, rows, style)
}

/** The tower, if it has a name of its own; the project; and the address. */
const targetName = ({ building_name, invented, ...link }: LinkResponse['data'][number]): string =>
  [
    building_name === link.project_name ? null : building_name,
    link.project_name,
    link.canonical_mls_address,
    invented && 'invented',
  ]
    .filter(Boolean)
    .join(', ')

interface SummaryRow {
  readonly confidence: number
  readonly target: string
  readonly strategy: string
  readonly unit: string | null
}

function summary(outcome: string, reason: string | null, rows: readonly SummaryRow[], style: Style): string {
  const tone = style[OUTCOME_TONES[outcome] ?? 'bad']
  const lines = tableLines(
    rows,
    [
      { title: 'Confidence', text: ({ confidence }) => confidenceText(confidence) },
      { title: 'Building', text: ({ target }) => target },
      { title: 'Matched by', text: ({ strategy, unit }) => `${strategy}${unit ? `, unit ${unit}` : ''}` },
    ],
    style,
  )
  return [reason ? `${tone(outcome)}: ${reason}` : tone(outcome), ...lines.map((line) => `  ${line}`)].join('\n')
}

// plinth link: finds the building at one address and, with --explain, shows why.
import { loadModel } from '../../app/model-file.ts'
import { snapshotFiles } from '../../app/snapshot-files.ts'
import { Catalog } from '../../catalog/catalog.ts'
import { toLinkResponseJson } from '../../contract/link-json.ts'
import type { LinkResponse } from '../../contract/link-schemas.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { Links } from '../../links/links.ts'
import { VerifiedAddresses } from '../../links/verified-addresses.ts'
import type { MatchQuery, Verdict } from '../../matcher/matcher.ts'
import { openMatcher } from '../match/open-matcher.ts'
import { serverOrLocal } from '../running-server.ts'
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

/** The API's response and the matcher's own verdict. There is no response when matching against a file. */
interface LinkResult {
  readonly answer: LinkResponse | null
  readonly verdict: Verdict
}

export async function linkCommand(config: Config, address: string, options: LinkOptions): Promise<number> {
  const { city = null, province = null, listedOn: listed_on = null, buildings } = options
  const query: MatchQuery = { address, city, province, listed_on, explain: options.explain ?? false }
  if (options.server !== undefined && (buildings || options.sandbox))
    throw new Stop(
      'usage',
      '--server cannot be combined with --buildings or --sandbox',
      'To query the sandbox of a server, use a test key.',
    )
  const service = buildings || options.sandbox ? undefined : namedService(config, options)
  const result: LinkResult = service
    ? await linkByService(service, query)
    : buildings
      ? { answer: null, verdict: await matchFile(config, buildings, query) }
      : await linkInDataset(config, query, options.sandbox ? 'sandbox' : 'production')
  if (options.json) console.log(JSON.stringify(result, null, 2))
  else if (options.explain) console.log(explain(result, address))
  else console.log(result.answer ? answerSummary(result.answer) : verdictSummary(result.verdict))
  return EXIT.ok
}

async function matchFile({ modelFile }: Config, file: string, query: MatchQuery): Promise<Verdict> {
  const { model } = loadModel(modelFile)
  const matcher = await openMatcher({ buildings: file, model }, (message) => console.error(message))
  return matcher.match(query)
}

function linkInDataset(config: Config, query: MatchQuery, dataset: Dataset): Promise<LinkResult> {
  return serverOrLocal<LinkResult>(config, {
    server: (server) => server.requestData('POST', '/api/v1/operator/match', { ...query, dataset }),
    local: async ({ db, secrets }) => {
      const catalog = new Catalog({
        db,
        model: loadModel(config.modelFile).model,
        streetsFolder: config.streetsFolder,
        files: snapshotFiles(config, secrets),
      })
      const verified = new VerifiedAddresses(db)
      await catalog.refresh()
      await verified.sync()
      const { result: answer, verdict } = new Links(catalog, verified).inspect(query, dataset)
      await catalog.stop()
      return { answer: toLinkResponseJson(answer, {}), verdict }
    },
  })
}

/** The matcher's evidence, plus the API's response where a curator's decision changes it. */
function explain({ answer, verdict }: LinkResult, address: string): string {
  const explanation = explainVerdict(verdict, address)
  if (!answer) return explanation
  const inResponse = answer.data.map(({ project_id, match_method }) => `${project_id} ${match_method}`)
  const inVerdict = verdict.candidates.map(({ group }) => `${group} auto`)
  if (inResponse.join() === inVerdict.join() && answer.meta.reason === verdict.reason) return explanation
  return `${explanation}\n\nAPI response\n${answerSummary(answer)}`
}

function answerSummary({ data, meta }: LinkResponse): string {
  const rows = data.map((link) => {
    const tower = link.building_id === null ? '' : `, building ${link.building_id}`
    const target = `project ${link.project_id}${tower}  ${link.project_name}, ${link.canonical_mls_address}`
    return candidateRow(link.match_confidence, target, link.match_strategy, link.unit)
  })
  return [outcomeLine(meta.outcome, meta.reason, meta.reason_detail), ...rows].join('\n')
}

function verdictSummary({ candidates, outcome, reason, reason_detail }: Verdict): string {
  const rows = candidates.map(({ key, confidence, strategy, unit }) =>
    candidateRow(confidence, `building ${key}`, strategy, unit),
  )
  return [outcomeLine(outcome, reason, reason_detail), ...rows].join('\n')
}

const outcomeLine = (outcome: string, reason: string | null, detail: string | null): string =>
  reason ? `${outcome}: ${detail ?? reason}` : outcome

const candidateRow = (confidence: number, target: string, strategy: string, unit: string | null): string =>
  `  ${confidence.toFixed(3)}  ${target}  ${strategy}${unit ? `, unit ${unit}` : ''}`

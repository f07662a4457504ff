// plinth match --server: sends the queries to a server and encodes its answers.
import type { BatchAnswer, BatchQuery, PlinthClient } from '@plinth/client'
import type { MatchQuery, Verdict } from '@plinth/matcher'
import type { AnswerWriter } from './formats/answer-writer.ts'
import { encodeText } from './formats/answer-writer.ts'
import type { Block, MatchedBlock, MatchPlan } from './formats/match-plan.ts'
import { answerWriter, BlockMatcher } from './match-block.ts'

/** Parquet readers expect large row groups; other answers are written as they arrive. */
const PARQUET_ROWS = 50_000

/** A row that waits for its result. Results arrive in order, so a queue is enough. */
interface PendingRow {
  readonly id: unknown
  readonly query: BatchQuery
  /** An invalid row is sent as an empty query, so that rows and results stay aligned. */
  readonly error: string | null
}

/** Reads the same rows as without a server. */
export async function* matchByService(
  service: PlinthClient,
  plan: MatchPlan,
  blocks: AsyncIterable<Block> | Iterable<Block>,
): AsyncGenerator<MatchedBlock> {
  let rows: PendingRow[] = []
  const collector: AnswerWriter<MatchQuery> = {
    answer: (id, query) => rows.push({ id, query: toBatchQuery(query), error: null }),
    invalid: (id, error) => rows.push({ id, query: { address: '' }, error }),
    finish: () => encodeText(''),
  }
  const reader = new BlockMatcher({ match: (query: MatchQuery) => query }, plan, () => collector)
  const pending: (PendingRow & { readonly size: number })[] = []
  async function* queries(): AsyncGenerator<BatchQuery> {
    for await (const block of blocks) {
      rows = []
      const { size } = await reader.match(block)
      for (const row of rows) {
        pending.push({ ...row, size: size / rows.length })
        yield row.query
      }
    }
  }
  const isParquet = plan.outputFormat === 'parquet'
  let [answers, count, size] = [answerWriter(plan), 0, 0]
  const finished = (): MatchedBlock => {
    const block = { ...answers.finish(), count, size }
    answers = answerWriter(plan)
    count = size = 0
    return block
  }
  for await (const result of service.buildingLinks.stream(queries())) {
    const row = pending.shift()!
    const problem = row.error ?? result.error?.message
    if (problem === undefined || problem === null) answers.answer(row.id, toVerdict(result, isParquet))
    else answers.invalid(row.id, problem)
    count += 1
    size += row.size
    if (!isParquet || count === PARQUET_ROWS) yield finished()
  }
  if (count > 0) yield finished()
}

function toBatchQuery({ address, postal, lat, lng, ...hints }: MatchQuery): BatchQuery {
  const given = Object.entries({ ...hints, postal_code: postal }).filter(([, value]) => value != null)
  const point = lat == null || lng == null ? {} : { latitude: lat, longitude: lng }
  return { address, ...Object.fromEntries(given), ...point }
}

/** What the writers of answers read. IDs stay numbers where the format allows it. */
function toVerdict({ data = [], meta }: BatchAnswer, isParquet: boolean): Verdict {
  const idOf = (id: number | null) => (isParquet && id !== null ? String(id) : id)
  const candidates = data.map(({ project_id, building_id, ...link }) => ({
    ...{ key: idOf(building_id), group: idOf(project_id), unit: link.unit },
    ...{ confidence: link.match_confidence, strategy: link.match_strategy, level: link.match_level },
  }))
  return { outcome: meta!.outcome, reason: meta!.reason, candidates } as unknown as Verdict
}

// Writes the blocks of a file in order, with what the format needs before and after them.
import { cell, csvHeader } from './formats/csv-answers.ts'
import type { MatchedBlock, MatchPlan } from './formats/match-plan.ts'
import { ParquetFrame } from './formats/parquet-answers.ts'

/** `count` and `size` are those of a block. */
export async function writeAnswers(
  matched: AsyncIterable<MatchedBlock>,
  plan: MatchPlan,
  hasHeader: boolean,
  write: (bytes: Uint8Array) => Promise<unknown>,
  onBlock: (count: number, size: number) => void,
): Promise<void> {
  const { outputFormat, details, header = [], beside } = plan
  const frame = outputFormat === 'parquet' ? new ParquetFrame(plan) : null
  if (frame) await write(frame.start())
  if (outputFormat === 'csv' && hasHeader)
    await write(Buffer.from(beside ? `${[...header, ...beside].map(cell).join(',')}\n` : csvHeader(details)))
  for await (const { bytes, rowGroups, count, size } of matched) {
    await write(bytes)
    frame?.add(rowGroups ?? [], bytes.length)
    onBlock(count, size)
  }
  if (frame) await write(frame.end())
}

// Cuts a Parquet file into its row groups, or the parts of them that a shard has.
import type { FileMetaData } from 'hyparquet'
import type { Block, Shard } from './formats/match-plan.ts'
import { partStart } from './line-ranges.ts'

export function parquetRows(
  { num_rows, row_groups }: FileMetaData,
  { index, count }: Shard,
): { readonly total: number; readonly blocks: Iterable<Block> } {
  const from = partStart(Number(num_rows), index - 1, count)
  const to = partStart(Number(num_rows), index, count)
  const blocks: Block[] = []
  let start = 0
  for (const group of row_groups) {
    const end = start + Number(group.num_rows)
    const [rowStart, rowEnd] = [Math.max(start, from), Math.min(end, to)]
    if (rowStart < rowEnd) blocks.push({ rowStart, rowEnd })
    start = end
  }
  return { total: to - from, blocks }
}

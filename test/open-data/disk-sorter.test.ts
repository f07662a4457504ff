// Sorting on disk.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { DiskSorter } from '../../src/ingest/files/disk-sorter.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'

afterEach(runCleanups)

async function sorted(folder: string, texts: readonly string[], runLength: number): Promise<string[]> {
  const sorter = new DiskSorter(folder, runLength)
  try {
    for (const text of texts) if (sorter.add(text)) await sorter.flush()
    const out: string[] = []
    for await (const batch of sorter.sorted()) out.push(...batch)
    return out
  } finally {
    await sorter.close()
  }
}

const texts = Array.from({ length: 5000 }, (_, n) => `${(n * 7919) % 4001} é ${n % 3}`)

it('sorts the same in memory, in a few files and in more files than it opens at once', async () => {
  const folder = join(await temporaryFolder(), 'work')
  const expected = [...texts].sort()
  for (const runLength of [1_000_000, 5000, 100]) {
    expect(await sorted(folder, texts, runLength)).toEqual(expected)
    expect(existsSync(folder)).toBe(false)
  }
  expect(await sorted(folder, [], 100)).toEqual([])
})

it('deletes its files when the reader stops early', async () => {
  const folder = join(await temporaryFolder(), 'work')
  const sorter = new DiskSorter(folder, 1000)
  for (const text of texts) if (sorter.add(text)) await sorter.flush()
  expect(readdirSync(folder).length).toBeGreaterThan(10)
  for await (const batch of sorter.sorted()) if (batch.length > 0) break
  await sorter.close()
  expect(existsSync(folder)).toBe(false)
})

// `npm run bench peers`: compares accuracy with alternatives on the hard sets. Updates bench/RESULTS.md.

import { MODEL } from '@plinth/matcher/internal/decide/model'
import { generatedGroups } from './accuracy/generated-sets.ts'
import type { TableRow } from './accuracy/peer-table.ts'
import { PeerTable } from './accuracy/peer-table.ts'
import { sharedGroups } from './accuracy/shared-sets.ts'
import { postgresPeer } from './peer-postgres.ts'
import { exactPeer, levenshteinPeer, miniSearchPeer } from './peers.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { hasShared } from './shared-data.ts'

/** Rows of the table, and the sets that each row merges. The first row sets the thresholds. */
const ROWS: readonly TableRow[] = hasShared()
  ? [
      ['real listings', /^listings, hints all$/],
      ['titles of posts', /^titles$/],
      ['whole posts', /^(faults: description|real, pasted: (long )?post)$/],
      ['whole posts, text only', /^(faults, text only: description|real, pasted: post, text only)$/],
      ['names of buildings', /^names$/],
      ['no spaces', /^no spaces$/],
      ['two faults', /^faults: two faults$/],
      ['three faults', /^faults: three faults$/],
      ['scanner errors', /^faults: ocr/],
      ['dictated', /^faults: speech$/],
      ['similar streets (no link is right)', /^(similar streets|real, houses: similar street.*)$/],
      ['another place (no link is right)', /^real, elsewhere/],
    ]
  : [
      ['errors in addresses', /^errors in synthetic addresses$/],
      ['titles of posts', /^synthetic, pasted: title/],
      ['whole posts', /^synthetic, pasted: (long )?post$/],
      ['whole posts, text only', /^synthetic, pasted: post, text only$/],
      ['names of buildings', /^synthetic, names/],
      ['no spaces', /^synthetic, faults: no spaces$/],
      ['two faults', /^synthetic, faults: two$/],
      ['three faults', /^synthetic, faults: three$/],
      ['another place (no link is right)', /^synthetic, elsewhere/],
    ]

export async function benchPeerAccuracy(): Promise<void> {
  const table = new PeerTable(ROWS, {
    sample: 1500,
    slowSample: 40,
    peersOf: async (buildings) => {
      const postgres = await postgresPeer(buildings)
      return [
        ...[exactPeer, levenshteinPeer, miniSearchPeer].map((make) => make(buildings)),
        ...(postgres ? [postgres] : []),
      ]
    },
  })
  if (hasShared()) for (const group of sharedGroups()) await table.measure(group)
  const [first] = generatedGroups()
  if (first) await table.measure(first())
  const head = `${resultsMonth()} · two shared ARM cores · \`npm run bench peers\` · model \`${MODEL.version}\``
  const markdown = `${head}\n\n${table.markdown()}`
  console.log(markdown)
  if (hasShared()) writeResultsSection('peers', markdown)
}

// plinth data retired-codes: a list of the postal codes that one release of the address register replaced.
import { replacedCodes } from '../../ingest/open-data/replaced-codes.ts'
import { FileRefused } from '../../ingest/record/draft.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'

export async function retiredCodesCommand(older: string, newer: string): Promise<number> {
  const { replaced, gone } = await replacedCodes(older, newer).catch((error: Error) => {
    throw error instanceof FileRefused ? new Stop('usage', error.message) : error
  })
  console.log('old_code,new_codes,addresses')
  for (const { old, codes, addresses } of replaced) console.log(`${old},${codes.join(';')},${addresses}`)
  console.error(`Replaced codes: ${replaced.length}. Gone without a successor: ${gone}.`)
  return EXIT.ok
}

// Import files with invented data, in a folder that is deleted after the test.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from './databases.ts'

export async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, content)
  return path
}

export const gzipped = (text: string): Buffer => gzipSync(text)

const STREETS = ['MARLOW ST', 'BRINDLE AVE E', 'OSPREY CRES', 'TALLOW RD', 'QUILLER BLVD W', 'ST HYSSOP AVE']

export const TORONTO_HEADER =
  '_id,RSN,SITE_ADDRESS,PCODE,PROPERTY_TYPE,YEAR_BUILT,CONFIRMED_STOREYS,CONFIRMED_UNITS,NO_OF_STOREYS,NO_OF_UNITS,WARD,PROP_MANAGEMENT_COMPANY_NAME'

/** A row of the city's registration format with an invented building. */
export function torontoRow(n: number, overrides: { storeys?: number; address?: string } = {}): string {
  const address = overrides.address ?? `${n * 2 + 1}  ${STREETS[n % STREETS.length]} `
  const storeys = overrides.storeys ?? 3 + (n % 20)
  return `${n},${700_000 + n}.0,${address},M4${'BCEGH'[n % 5]},PRIVATE,${1950 + (n % 60)}.0,${storeys}.0,${20 + n}.0,,,${n % 25},"LETTING, ${n} LTD."`
}

export function torontoFile(count: number, row: (n: number) => string = torontoRow): string {
  return `${[TORONTO_HEADER, ...Array.from({ length: count }, (_, n) => row(n + 1))].join('\n')}\n`
}

/** Minimal rows in our NDJSON format. */
export function ndjsonFile(count: number, overrides: (n: number) => object = () => ({})): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const n = i + 1
    const row = {
      key: `k${n}`,
      address: `${n * 2} Marlow St`,
      city: 'Toronto',
      province: 'ON',
      price_from: 500_000 + n,
    }
    return JSON.stringify({ ...row, ...overrides(n) })
  })
  return `${rows.join('\n')}\n`
}

// Files to import, of our own invention: written into a folder that goes with the test.
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

/** A row in the shape of the city's registration. No such building stands anywhere. */
export function torontoRow(n: number, given: { storeys?: number; address?: string } = {}): string {
  const address = given.address ?? `${n * 2 + 1}  ${STREETS[n % STREETS.length]} `
  const storeys = given.storeys ?? 3 + (n % 20)
  return `${n},${700_000 + n}.0,${address},M4${'BCEGH'[n % 5]},PRIVATE,${1950 + (n % 60)}.0,${storeys}.0,${20 + n}.0,,,${n % 25},"LETTING, ${n} LTD."`
}

export function torontoFile(count: number, row: (n: number) => string = torontoRow): string {
  return `${[TORONTO_HEADER, ...Array.from({ length: count }, (_, n) => row(n + 1))].join('\n')}\n`
}

/** Minimal rows of our own NDJSON. */
export function ndjsonFile(count: number, given: (n: number) => object = () => ({})): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const n = i + 1
    const row = {
      key: `k${n}`,
      address: `${n * 2} Marlow St`,
      city: 'Toronto',
      province: 'ON',
      price_from: 500_000 + n,
    }
    return JSON.stringify({ ...row, ...given(n) })
  })
  return `${rows.join('\n')}\n`
}

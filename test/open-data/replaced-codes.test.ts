// Retired postal codes from two releases of the National Address Register.
import { afterEach, expect, it, vi } from 'vitest'
import { retiredCodesCommand } from '../../src/cli/operate/retired-codes-command.ts'
import { runCleanups } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import type { NarLine } from '../support/nar-files.ts'
import { NAR_2024, narBuilding, narFile } from '../support/nar-files.ts'
import { zipOf } from '../support/zip-files.ts'

afterEach(runCleanups)

const at = (civic: number, postal: string, labels: readonly (string | number)[] = [''], facts: NarLine = {}) =>
  narBuilding(`release-${civic}-${postal}`, labels, { CIVIC_NO: civic, MAIL_POSTAL_CODE: postal, ...facts })

const release = (name: string, lines: readonly NarLine[], columns?: readonly string[]) =>
  fileOf(
    name,
    zipOf([
      { name: 'Location_35.csv', content: 'LOC_GUID,CSD_CODE,BG_LATITUDE,BG_LONGITUDE\nx,3520005,43.6,-79.4\n' },
      { name: 'Addresses/Address_35.csv', content: narFile(lines, columns) },
      { name: 'ReadMe.txt', content: 'about the register' },
    ]),
  )

async function derived(older: string, newer: string) {
  const [out, err] = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
  expect(await retiredCodesCommand(older, newer)).toBe(0)
  const printed = { rows: out!.mock.calls.flat().slice(1), note: String(err!.mock.calls[0]) }
  vi.restoreAllMocks()
  return printed
}

it('a code that no address has any more was replaced by those of its addresses', async () => {
  const older = [
    ...at(1, 'M5A1B2', [101, 102, 103]),
    ...at(2, 'M5A 1B2'),
    // still in use at number 4
    ...at(3, 'M5A2B2'),
    ...at(4, 'M5A2B2'),
    // torn down
    ...at(5, 'M5A3B2'),
    ...at(6, 'M5A9Z9'),
    // a province that the newer release does not have
    ...at(7, 'V6Z1C4', [''], { PROV_CODE: 59 }),
    ...at(8, ''),
  ]
  const newer = [
    ...at(1, 'M5A0L9', [101, 102]),
    ...at(1, 'M5A0L8', [103]),
    ...at(2, 'M5A0L9', [''], { OFFICIAL_STREET_NAME: 'Marlow' }),
    ...at(3, 'M5A0L7'),
    ...at(4, 'M5A2B2'),
    ...at(6, 'm5a9z9'),
    ...at(8, 'M5A0L9'),
  ]
  const files = [await release('2024.zip', older, NAR_2024), await release('2026.zip', newer)] as const
  const { rows, note } = await derived(...files)
  expect(rows).toEqual(['M5A 1B2,M5A 0L9;M5A 0L8,4'])
  expect(note).toBe('Replaced codes: 1. Gone without a successor: 1.')
  expect((await derived(files[1], files[1])).rows).toEqual([])
})

it('files of anything else are refused', async () => {
  const other = await fileOf('other.csv', 'a,b\n1,2\n')
  await expect(retiredCodesCommand(other, other)).rejects.toThrow('has the addresses of the register')
})

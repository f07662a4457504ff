// plinth parse: writes an address in standard form and shows its parts.
import { addressBookOf } from '../../addresses/address-book.ts'
import type { AddressDescription } from '../../addresses/address-types.ts'
import { describeAddress } from '../../addresses/describe-address.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import type { ReadOptions } from './catalog-source.ts'
import { readCatalog } from './catalog-source.ts'

export interface ParseOptions extends ReadOptions {
  readonly city?: string
  readonly province?: string
}

export async function parseCommand(config: Config, address: string, options: ParseOptions): Promise<number> {
  const { city = null, province = null } = options
  const query = { address, city, province }
  const described = await readCatalog<AddressDescription>(config, options, {
    remote: async (client) => (await client.addresses.parse([query])).data[0]!,
    local: (snapshot) => describeAddress(query, addressBookOf(snapshot)),
  })
  console.log(options.json ? JSON.stringify(described, null, 2) : describedText(described, config))
  return EXIT.ok
}

function describedText({ standardized, parts, street }: AddressDescription, config: Config): string {
  const style = styleOf(config)
  const lines = tableLines(
    parts,
    [
      { title: 'Part', text: ({ name }) => name },
      { title: 'Value', text: ({ value }) => value ?? '' },
      { title: 'As given', text: ({ as_given }) => as_given ?? '' },
      { title: 'Understood', text: ({ understood }) => understood },
    ],
    style,
  )
  const { from, to } = street.numbers ?? {}
  const numbers = from === undefined ? '' : from === to ? `, number ${from}` : `, numbers ${from} to ${to}`
  const knowledge = street.known ? `Known street${numbers}` : 'Unknown street'
  return [standardized.text, ...standardized.mailing, '', ...lines, '', knowledge].join('\n')
}

// The parse_addresses tool: addresses in standard form, without a building.
import { z } from 'zod'
import { ParseResponseSchema } from '../http/addresses/address-schemas.ts'
import { oneLine } from './clean-text.ts'
import { tool } from './tool.ts'

const MAX_ADDRESSES = 25

const Addresses = z.strictObject({
  addresses: z.array(z.string()).min(1).max(MAX_ADDRESSES).describe(`1 to ${MAX_ADDRESSES} addresses as typed`),
})

function addressesText({ data }: z.output<typeof ParseResponseSchema>): string {
  const rows = data.map(({ standardized, parts, street, outside_canada }, i) => {
    const doubts = parts.filter(({ understood }) => understood === 'corrected' || understood === 'inferred')
    const notes = [
      ...doubts.map(({ name, value, understood }) => `${name} ${oneLine(value ?? '', 60)} is ${understood}`),
      ...(street.known ? [] : ['the street is not known']),
      ...(outside_canada ? ['outside Canada'] : []),
    ]
    return `${i + 1}. ${oneLine(standardized.text)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`
  })
  return [`${data.length} addresses in standard form:`, ...rows].join('\n')
}

export const PARSE_ADDRESSES = tool({
  name: 'parse_addresses',
  title: 'Put addresses into standard form',
  description:
    `Returns up to ${MAX_ADDRESSES} addresses in standard form with their parts and how each was understood, even without a known building. ` +
    'To find the building, use resolve_building.',
  operation: 'parseAddresses',
  input: Addresses,
  toRequest: 'body',
  output: ParseResponseSchema,
  toText: addressesText,
})

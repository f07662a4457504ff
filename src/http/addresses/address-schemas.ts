// Schemas for the description of an address and for parsing many of them.
import { z } from 'zod'
import { PART_NAMES, UNDERSTOOD, UNIT_KINDS } from '../../addresses/address-types.ts'
import { PROVINCES } from '../../catalog/records/record-schemas.ts'
import { documentedAs, textParam } from '../rest/request-params.ts'
import { ADDRESS_MAX, addressField } from './address-field.ts'

export const MAX_ADDRESSES = 1000

const text = z.string().nullable()
const province = z.enum(PROVINCES).nullable()

export const AddressSchema = z
  .object({
    standardized: z.object({
      line: text.describe('Unit, number and street, such as `1203-77 Huntley St`. Null if there is no street'),
      city: text,
      province,
      postal_code: text.describe('The complete code that was given, or that of the linked building. Never guessed'),
      text: z.string().describe('The whole address in one line'),
      mailing: z.array(z.string()).describe('The lines of an envelope in capitals, as Canada Post recommends'),
      language: z.enum(['en', 'fr']).describe('The language of the street'),
    }),
    parts: z
      .array(
        z.object({
          name: z.enum(PART_NAMES),
          value: text.describe('The standard form'),
          as_given: text.describe('The words of the request. Null if they do not name this part'),
          understood: z
            .enum(UNDERSTOOD)
            .describe(
              '`given` as it is, apart from case, accents and abbreviations; `corrected` to a street or city that is known; `inferred` from the other parts; `unknown` if missing',
            ),
        }),
      )
      .describe('The parts of the address. Suffix, direction and unit are listed only if there is one'),
    municipality: z
      .object({
        name: z.string(),
        province,
        district: text.describe('The part of the municipality that the address names, such as North York'),
        part_of: text.describe('The metropolitan area, such as Greater Toronto'),
        known: z.boolean().describe('Whether the municipality is in our gazetteer'),
      })
      .nullable(),
    street: z.object({
      name: text,
      known: z.boolean().describe('Whether a building or a list of real streets has this street in this city'),
      numbers: z
        .object({ from: z.int(), to: z.int() })
        .nullable()
        .describe('The lowest and highest civic number that we know on the street'),
      includes_number: z.boolean().nullable().describe('Whether the civic number is among them'),
      source: z.enum(['buildings', 'street_list']).nullable(),
    }),
    unit: z.object({ value: z.string(), kind: z.enum(UNIT_KINDS) }).nullable(),
    postal_code: z
      .object({
        given: z.string(),
        valid: z.boolean().describe('Whether it is complete and can exist'),
        fits: z.boolean().nullable().describe('Whether its first characters fit the place. Null if we cannot tell'),
      })
      .nullable()
      .describe('The postal code of the request'),
    point: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        accuracy: z
          .enum(['street', 'city'])
          .describe('`street`: between the nearest known numbers; `city`: the middle of its buildings'),
      })
      .nullable(),
    outside_canada: z.boolean(),
  })
  .meta({ id: 'Address', description: 'An address in standard form, and how each part of it was understood' })

const AddressItem = z.preprocess(
  (item) => (typeof item === 'string' ? { address: item } : item),
  z.strictObject({
    address: addressField(ADDRESS_MAX, 'The address as typed'),
    city: textParam(100, 'City, if it is in its own field').nullish(),
    province: textParam(40, 'Province, if it is in its own field').nullish(),
    postal_code: textParam(16, 'Postal code, if it is in its own field').nullish(),
    unit: textParam(20, 'Unit, if it is in its own field').nullish(),
  }),
)

const FIELDS = ['address', 'city', 'province', 'postal_code', 'unit']

export const ParseBody = z.strictObject({
  addresses: z
    .array(AddressItem)
    .min(1)
    .max(MAX_ADDRESSES)
    .meta({
      description: `1 to ${MAX_ADDRESSES} addresses: texts, or objects with \`address\` and any of \`city\`, \`province\`, \`postal_code\` and \`unit\``,
      override: documentedAs({
        type: 'array',
        minItems: 1,
        maxItems: MAX_ADDRESSES,
        items: {
          oneOf: [
            { type: 'string', minLength: 1, maxLength: ADDRESS_MAX },
            {
              type: 'object',
              required: ['address'],
              additionalProperties: false,
              properties: Object.fromEntries(FIELDS.map((name) => [name, { type: 'string' }])),
            },
          ],
        },
      }),
    }),
})

export const ParseResponseSchema = z.object({
  data: z.array(AddressSchema).describe('In the order of the request'),
  meta: z.object({ count: z.int(), dataset_version: z.string() }),
})

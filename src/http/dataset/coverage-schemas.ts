// JSON schemas for coverage: how much of the country the dataset knows.
import { z } from 'zod'
import { PROVINCES } from '../../catalog/records/record-schemas.ts'
import { paging } from '../projects/project-query.ts'
import { enumListParam, enumParam, textParam } from '../rest/request-params.ts'

export const CoverageQuery = z.object({
  ...paging,
  by: enumParam(['province', 'city', 'source'], 'What the groups are. Default: province').optional(),
  province: enumParam(PROVINCES, 'Count only buildings in this province').optional(),
  city: textParam(100, 'Count only buildings in this city. One without buildings is listed with 0').optional(),
  source: textParam(40, 'Count only buildings with data from this source').optional(),
  include: enumListParam(['listings'], 'Also count your own stored listings. Needs `listings:read`').optional(),
})

const known = (what: string) =>
  z.int().nullable().describe(`Buildings with ${what}. Null if no building of the group has it: unknown, not zero`)

export const CoverageSchema = z
  .object({
    province: z.string().nullable().describe('Null for all provinces'),
    city: z.string().nullable().describe('Null for all cities'),
    source: z.string().nullable().describe('Name of the source, as in `attributions`. Null for all sources'),
    buildings: z.int(),
    invented: z.int().describe('How many of the buildings are invented'),
    with_units: known('a number of units'),
    with_year: known('a year of construction'),
    with_corporation: known('a condo corporation'),
    with_point: known('coordinates'),
    newest_data_as_of: z.iso
      .date()
      .nullable()
      .describe('The last day on which a source reported something new about one of the buildings'),
    listings: z
      .object({
        linked: z.int().describe('Listings whose link has the recommended action `accept`'),
        total: z.int(),
        share: z.number().nullable().describe('Null without listings'),
      })
      .nullable()
      .optional()
      .describe(
        'Only with `include=listings`: your listings that state this place as their city and province. Null for groups of a source',
      ),
  })
  .meta({ id: 'Coverage' })

// JSON schema for the quality report of an import.
import { z } from 'zod'
import type { QualityKind } from '../../ingest/quality/quality-report.ts'

const QualityFindingSchema = z.object({
  count: z.int(),
  checked: z.int().describe('Rows that could be checked. The share of a kind is `count` of `checked`; unknown if 0'),
  examples: z.array(
    z.object({
      key: z.string().nullable(),
      address: z.string().nullable(),
      found: z.string(),
      expected: z.string().nullable().describe('Of a double, the key of the other row'),
      project_id: z.int().nullable(),
    }),
  ),
})
const QUALITY = {
  doubles: 'Rows with the address or condo corporation of another row',
  impossible_year: 'Built before 1800 or more than 10 years ahead',
  impossible_storeys: 'No storeys, or more than 110',
  impossible_units: 'No units, or more than 5,000',
  unknown_street: 'The complete list of the city’s streets lacks the street',
  moved_point: 'More than 150 m from where the source said before, of the changed rows',
  far_point: 'More than 30 km from the city',
} as const satisfies Record<QualityKind, string>
const kinds = Object.entries(QUALITY).map(([kind, what]) => [kind, QualityFindingSchema.describe(what)])
export const QualitySchema = z
  .object(Object.fromEntries(kinds) as Record<QualityKind, typeof QualityFindingSchema>)
  .meta({ id: 'ImportQuality' })

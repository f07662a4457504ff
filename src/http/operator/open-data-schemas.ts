// JSON schemas for the table of open data.
import { z } from 'zod'
import type { SourceHealth } from '../../ingest/open-sources/source-states.ts'
import { FreshnessSchema } from './freshness-schemas.ts'

const health = [
  'fresh',
  'late',
  'failed',
  'refused',
  'not_installed',
  'unreadable',
] as const satisfies readonly SourceHealth[]

const { rows, projects, fresh_at, age_seconds, last_run } = FreshnessSchema.shape.data.element.shape

export const OpenSourceSchema = z
  .object({
    name: z.string().describe('Also the name of the source in the catalogue'),
    title: z.string().nullable(),
    publisher: z.string().nullable(),
    licence: z.string().nullable(),
    licence_url: z.string().nullable(),
    attribution: z.string().nullable().describe('The statement that must be shown with the data'),
    format: z.string(),
    page: z.string().describe('Where people find the data'),
    bytes: z.int().describe('Usual size of all files'),
    changes: z.enum(['weekly', 'monthly', 'quarterly', 'yearly']).describe('How often the data changes'),
    tried_on: z.enum(['real file', 'file made in this layout']).describe('What the import was tried on'),
    address_tried: z.boolean().describe('False: nobody downloaded from this address with this version'),
    note: z.string().nullable(),
    health: z
      .enum(health)
      .describe(
        '`late`: older than twice its interval. `failed`: the last download or import failed. `refused`: a gate stopped the import. ' +
          '`unreadable`: this version cannot read the format',
      ),
    problem: z.string().nullable().describe('Why the last download failed'),
    ...{ rows, projects, fresh_at, age_seconds, last_run },
    version: z.string().nullable().describe('The dataset version of the last import'),
  })
  .meta({ id: 'OpenSource' })

// JSON schema of the age of each source.
import { z } from 'zod'
import { OUTCOMES } from './import-schemas.ts'

const refreshOutcome = z.enum(['published', 'unchanged', 'refused', 'failed'])

export const FreshnessSchema = z.object({
  data: z.array(
    z
      .object({
        source: z.string(),
        refreshed: z
          .enum(['daily', 'scheduled', 'off', 'generated', 'no'])
          .describe(
            'How the source is refreshed. `scheduled`: open data, as often as it changes. `off`: configured but not enabled. `generated`: the server generates its rows',
          ),
        rows: z.int().describe('Number of rows in the source'),
        projects: z.int().describe('Number of projects owned by this source'),
        fresh_at: z.iso
          .datetime()
          .nullable()
          .describe('When the source was last read successfully and its data is published'),
        age_seconds: z.int().nullable(),
        last_run: z
          .object({
            id: z.string(),
            started_at: z.iso.datetime(),
            outcome: z.enum(OUTCOMES).nullable(),
            version: z.string().nullable().describe('The dataset version after it, or the one it was compared with'),
          })
          .nullable(),
        last_refresh: refreshOutcome.nullable(),
      })
      .meta({ id: 'SourceFreshness' }),
  ),
  meta: z.object({
    refresh_at: z.string().describe('UTC time of the daily refresh'),
    next_refresh_at: z.iso.datetime(),
    last_refresh: z
      .object({
        day: z.string(),
        finished_at: z.iso.datetime(),
        sources: z.array(
          z.object({
            source: z.string(),
            published: z.boolean(),
            version: z.string().nullable(),
            outcome: refreshOutcome,
          }),
        ),
      })
      .nullable(),
  }),
})

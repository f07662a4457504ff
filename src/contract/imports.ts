// Imports and sources over the wire, for the operator.
import { z } from 'zod'

const tally = z.object({ created: z.int(), changed: z.int(), removed: z.int() })

export const ImportRunWire = z
  .object({
    id: z.string(),
    source: z.string(),
    file_name: z.string(),
    format: z.string().nullable(),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    outcome: z.enum(['published', 'unchanged', 'refused', 'failed', 'dry_run']).nullable(),
    version: z.string().nullable().describe('The dataset version in force afterwards'),
    counts: z.object({
      rows: z.int(),
      unchanged: z.int(),
      rejected: z.int(),
      records: z.record(z.string(), tally),
      history: z.int(),
      events: z.int(),
      unknown_columns: z.record(z.string(), z.int()),
      remarks: z.record(z.string(), z.int()),
      seconds: z.number(),
    }),
    rejected: z
      .array(z.object({ line: z.int(), column: z.string().nullable(), key: z.string().nullable(), reason: z.string() }))
      .describe('The first thousand'),
    gates: z.array(z.string()).describe('Why it was refused; of an approved import, what was overruled'),
    actor: z.string(),
  })
  .meta({ id: 'ImportRun' })

export const SourceWire = z
  .object({
    name: z.string(),
    kind: z.enum(['file']),
    location: z.string(),
    format: z.string().nullable(),
    map: z.unknown(),
    enabled: z.boolean(),
    last_run: z.string().nullable(),
  })
  .meta({ id: 'Source' })

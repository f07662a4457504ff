// Schemas for uploaded files: the file with its columns and progress, what a person changes, and lists.
import { z } from 'zod'
import type { FileJob } from '../../files/file-tables.ts'
import { FILE_STATES } from '../../files/file-tables.ts'
import { FILE_FORMATS } from '../../files/read/file-format.ts'
import type { FileProblemCode } from '../../files/read/file-problem.ts'
import { FILE_PROBLEMS } from '../../files/read/file-problem.ts'
import type { FileField } from '../../files/row-query.ts'
import { FILE_FIELDS } from '../../files/row-query.ts'
import { fieldsIn } from '../rest/envelope.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'
import { booleanParam, enumParam, textParam } from '../rest/request-params.ts'

const MAX_JOINED = 10

const columnName = z.string().min(1).max(1000)
const mapping = z.partialRecord(z.enum(FILE_FIELDS), z.array(columnName))

const PROBLEM_CODES = Object.keys(FILE_PROBLEMS) as [FileProblemCode, ...FileProblemCode[]]

const FileCountsSchema = z
  .object({
    matched: z.int(),
    ambiguous: z.int(),
    weak: z.int(),
    no_match: z.int(),
    error: z.int().describe('Rows that are blank or broken, or have no address'),
    lookups: z.int().describe('Lookups that were billed'),
  })
  .meta({ id: 'FileCounts' })

const FileProblemSchema = z.object({ code: z.enum(PROBLEM_CODES), detail: z.string() }).meta({ id: 'FileProblem' })

/** In the event `file.finished`. */
export const FinishedFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['finished', 'failed']),
  problem: FileProblemSchema.nullable().describe('Why it failed'),
  rows: z.int().nullable().describe('Null if the file could not be read'),
  counts: FileCountsSchema,
})

export const FileSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    format: z.enum(FILE_FORMATS).describe('Read from the content. The name is not trusted'),
    bytes: z.int(),
    state: z
      .enum(FILE_STATES)
      .describe(
        '`waiting`: choose the columns with PATCH. `paused`: until the quota or the plan allows it. `finished`: the result is ready',
      ),
    problem: FileProblemSchema.nullable().describe('Why the file is paused or failed'),
    header: z
      .boolean()
      .describe('The first row has the names of the columns. Otherwise they are `column_1`, `column_2` …'),
    columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()).describe('The first values') })),
    mapping: mapping.describe('Which columns make up each field of a lookup'),
    rows: z.int().nullable().describe('Null until the file was read once'),
    rows_done: z.int(),
    counts: FileCountsSchema,
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().describe('When the file and its result are deleted'),
  })
  .meta({ id: 'File' })

export const FileUpload = z.object({
  name: textParam(200, 'File name, for display only').optional(),
  hold: booleanParam('True to wait for PATCH, even if it is certain which column has the address').optional(),
  store: booleanParam('False to keep the text of all rows out of the curators’ queue. Default: true').optional(),
})

export const FilePatch = z.strictObject({
  mapping: z
    .partialRecord(
      z.enum(FILE_FIELDS),
      z
        .union([columnName, z.array(columnName).min(1).max(MAX_JOINED)])
        .transform((names) => [names].flat())
        .nullable(),
    )
    .optional()
    .describe(
      'Fields whose columns are others than in the mapping of the file; null leaves a field out. A list of columns is joined: `["StreetNumber", "StreetName"]`',
    ),
  header: z.boolean().optional().describe('Whether the first row has the names of the columns'),
})

export const FilesQuery = z.object(paging)
export const FilesPage = z.object({ data: z.array(FileSchema), meta: PageMeta })

export const RESULT_FORMATS = ['csv', 'ndjson', 'parquet'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]
export const FileResultQuery = z.object({
  format: enumParam(
    RESULT_FORMATS,
    'Default: the format of the file, and `csv` for a workbook. `parquet` only for a Parquet file',
  ).optional(),
})

export const toFileJson = ({ has_header: header, rows_total: rows, mapping, columns, ...job }: FileJob) =>
  fieldsIn(FileSchema, {
    ...job,
    header,
    rows,
    columns: columns.map(({ name, samples }) => ({ name, samples: [...samples] })),
    mapping: mapping as Partial<Record<FileField, string[]>>,
  })

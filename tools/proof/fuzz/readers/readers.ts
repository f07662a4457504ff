// The readers of a build: what imports and feeds call to read files and pages.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Whose branches are counted. */
export const WATCHED = ['dist/ingest/read', 'dist/ingest/formats', 'dist/feeds/read']

export type Readers = typeof import('../../../../src/ingest/formats/read-files.ts') &
  typeof import('../../../../src/ingest/formats/formats.ts') &
  typeof import('../../../../src/ingest/read/mapping.ts') &
  typeof import('../../../../src/ingest/read/row-stream.ts') &
  typeof import('../../../../src/ingest/record/draft.ts') &
  typeof import('../../../../src/kernel/fault.ts') &
  typeof import('../../../../src/feeds/read/feed-problem.ts') &
  typeof import('../../../../src/feeds/read/field-mapping.ts') &
  typeof import('../../../../src/feeds/read/file-records.ts') &
  typeof import('../../../../src/feeds/read/map-record.ts') &
  typeof import('../../../../src/feeds/read/pass-start.ts') &
  typeof import('../../../../src/feeds/read/reso-page.ts') &
  typeof import('../../../../src/feeds/read/reso-query.ts') &
  typeof import('../../../../src/feeds/read-file.ts') &
  typeof import('../../../../src/feeds/read-reso.ts') &
  typeof import('../../../../src/http/feeds/feed-schemas.ts')

const MODULES = [
  ...[
    'ingest/formats/read-files',
    'ingest/formats/formats',
    'ingest/read/mapping',
    'ingest/read/row-stream',
    'ingest/record/draft',
  ],
  ...['kernel/fault', 'feeds/read/feed-problem', 'feeds/read/field-mapping', 'feeds/read/file-records'],
  ...['feeds/read/map-record', 'feeds/read/pass-start', 'feeds/read/reso-page', 'feeds/read/reso-query'],
  ...['feeds/read-file', 'feeds/read-reso', 'http/feeds/feed-schemas'],
]

export async function loadReaders(build: string): Promise<Readers> {
  const modules = []
  for (const name of MODULES) modules.push(await import(pathToFileURL(join(build, 'dist', `${name}.js`)).href))
  return Object.assign({}, ...modules)
}

// Lists and downloads dataset exports over HTTP.
import { z } from 'zod'
import { credential, hasPart } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { RecordSerializer } from '../projects/record-json.ts'
import { serializerFor } from '../projects/record-json.ts'
import { textParam } from '../rest/request-params.ts'
import { chooseEncoding, etagFor, fileEncodings } from '../server/content-encoding.ts'
import type { CachedFile } from '../server/file-cache.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import { licencesText } from '../sources/data-sources.ts'
import type { ExportFormat, ExportName } from './change-schemas.ts'
import { EXPORTS, ExportSchema, FORMATS } from './change-schemas.ts'
import { exportFile, licencesFile } from './export-files.ts'

const TYPES = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
  txt: 'text/plain; charset=utf-8',
} as const

const LICENCES = 'LICENSES.txt'

async function licencesOf({ attributions }: CatalogueServices, { snapshot }: RecordSerializer): Promise<string> {
  return licencesText(snapshot, await attributions.of(snapshot))
}

function visibleExports({ plan }: Principal): readonly ExportName[] {
  return hasPart(plan, 'all_exports') ? EXPORTS : ['projects']
}

const list = catalogueOperation({
  id: 'listExports',
  tag: 'Dataset',
  compressed: true,
  policy: credential({ scope: 'exports:read', feature: 'exports', parts: ['all_exports'] }),
  summary: 'List the dataset’s export files, with row count and SHA-256',
  description:
    'Files are generated once for each dataset version. To mirror the dataset, load these files, then follow /changes. LICENSES.txt has the licences of all other files: pass it on with the data.',
  response: { status: 200, schema: z.object({ data: z.array(ExportSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'exports.list' },
  async handle({ services, principal }) {
    const serializer = serializerFor(services, principal)
    const sequence = await services.catalog.sequenceOf(serializer.snapshot)
    const licences = await licencesOf(services, serializer)
    const dataset_version = serializer.snapshot.version?.version ?? 'none'
    const item = (name: string, format: string, { rows, bytes, sha256 }: CachedFile) => {
      const url = `${services.baseUrl}/api/v1/exports/${name}.${format}`
      return { name, format, url, rows, bytes, sha256, dataset_version, sequence }
    }
    const data = []
    for (const name of visibleExports(principal))
      for (const format of FORMATS)
        data.push(item(name, format, await exportFile(services, serializer, name, format, licences)))
    data.push(item('LICENSES', 'txt', await licencesFile(services, serializer, licences)))
    return { body: { data, meta: { total: data.length } } }
  },
})

const file = catalogueOperation({
  id: 'getExport',
  tag: 'Dataset',
  policy: credential({ scope: 'exports:read', feature: 'exports', parts: ['all_exports', 'plan_media'] }),
  summary: 'Download an export: projects, buildings, floor-plans, units or media, as .ndjson, .csv or .parquet',
  description:
    'LICENSES.txt has the licences of the data; the `Link` header of every other file names it, and Parquet files contain it as metadata `licences`. Supports `Range`, `If-Range`, `If-None-Match` and HEAD. With `Accept-Encoding`, .ndjson and .csv are compressed (gzip; zstd on newer servers), and ETag, `Digest` and ranges are those of the compressed bytes; `X-File-SHA256` is the hash of the file itself. Lists and objects are JSON text in .csv, and lists and structs in .parquet, whose instants have a time zone. projects.parquet and buildings.parquet are GeoParquet 1.1 with points in `geometry`.',
  params: z.object({ file: textParam(40, 'File name, such as projects.ndjson') }),
  response: { status: 200, type: 'application/x-ndjson' },
  example: { call: 'exports.download', params: { file: 'projects.ndjson' } },
  async handle({ services, principal, params, headers }) {
    const serializer = serializerFor(services, principal)
    const licences = await licencesOf(services, serializer)
    const { exported, format } =
      params.file === LICENCES
        ? { exported: await licencesFile(services, serializer, licences), format: 'txt' as const }
        : await requestedExport(services, principal, serializer, params.file, licences)
    // Parquet is compressed inside.
    const encoding = format === 'parquet' ? 'identity' : chooseEncoding(headers['accept-encoding'], fileEncodings())
    const sent = await services.exports.encoded(exported, encoding)
    return {
      file: sent,
      type: TYPES[format],
      etag: etagFor(`"${exported.sha256}"`, encoding),
      headers: {
        ...(format !== 'parquet' && { vary: 'Accept-Encoding' }),
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        ...(format !== 'txt' && { link: `<${services.baseUrl}/api/v1/exports/${LICENCES}>; rel="license"` }),
        'content-disposition': `attachment; filename="plinth-${params.file}"`,
        'x-row-count': String(exported.rows),
        'x-dataset-version': serializer.snapshot.version?.version ?? 'none',
        'x-sequence': String((await services.catalog.sequenceOf(serializer.snapshot)) ?? 0),
        'x-file-sha256': exported.sha256,
        digest: `sha-256=${Buffer.from(sent.sha256, 'hex').toString('base64')}`,
      },
    }
  },
})

async function requestedExport(
  services: CatalogueServices,
  principal: Principal,
  serializer: RecordSerializer,
  file: string,
  licences: string,
): Promise<{ exported: CachedFile; format: ExportFormat }> {
  const [name, format, ...rest] = file.split('.') as [ExportName, ExportFormat, ...string[]]
  if (!EXPORTS.includes(name) || !FORMATS.includes(format) || rest.length > 0)
    throw new Fault('route_not_found', { detail: say`There is no export "${file}". GET /api/v1/exports lists them.` })
  if (!visibleExports(principal).includes(name)) services.access.permissions.requirePart(principal, 'all_exports')
  return { exported: await exportFile(services, serializer, name, format, licences), format }
}

// biome-ignore format: a table is read by its columns
export const exportsRoutes: readonly Route[] = [
  route('GET', '/api/v1/exports',        list),
  route('GET', '/api/v1/exports/{file}', file),
]

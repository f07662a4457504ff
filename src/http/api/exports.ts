// Exports over HTTP: the list of files, and the files.
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { credential, hasPart } from '../../access/policies.ts'
import type { Principal } from '../../access/principal.ts'
import type { ExportFormat, ExportName } from '../../contract/change-schemas.ts'
import { EXPORTS, ExportSchema, FORMATS } from '../../contract/change-schemas.ts'
import { textParam } from '../../contract/request-params.ts'
import { Fault } from '../../kernel/fault.ts'
import { operation } from '../door/route.ts'
import { exportFile } from './export-files.ts'
import { serializerFor } from './record-json.ts'

const TYPES = { ndjson: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8; header=present' } as const

function visible({ plan }: Principal): readonly ExportName[] {
  return hasPart(plan, 'all_exports') ? EXPORTS : ['projects']
}

export const list = operation({
  id: 'listExports',
  tag: 'Dataset',
  policy: credential({ scope: 'exports:read', feature: 'exports', parts: ['all_exports'] }),
  summary: 'The whole dataset as files, with row count and SHA-256',
  description: 'Files are made once for each version of the dataset. A full mirror is these files, then /changes.',
  response: { status: 200, schema: z.object({ data: z.array(ExportSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'exports.list' },
  async handle({ services, principal }) {
    const wire = serializerFor(services, principal)
    const sequence = await services.catalog.sequenceOf(wire.snapshot)
    const data = []
    for (const name of visible(principal))
      for (const format of FORMATS) {
        const { rows, bytes, sha256 } = await exportFile(services, wire, name, format)
        const url = `${services.baseUrl}/api/v1/exports/${name}.${format}`
        const dataset_version = wire.snapshot.version?.version ?? 'none'
        data.push({ name, format, url, rows, bytes, sha256, dataset_version, sequence })
      }
    return { body: { data, meta: { total: data.length } } }
  },
})

export const file = operation({
  id: 'getExport',
  tag: 'Dataset',
  policy: credential({ scope: 'exports:read', feature: 'exports', parts: ['all_exports', 'plan_media'] }),
  summary: 'One export: projects, floor-plans, units or media, as .ndjson or .csv',
  params: z.object({ file: textParam(40, 'Such as projects.ndjson') }),
  response: { status: 200, type: 'application/x-ndjson' },
  example: { call: 'exports.download', params: { file: 'projects.ndjson' } },
  async handle({ services, principal, params }) {
    const [name = '', format = '', ...rest] = params.file.split('.')
    if (!EXPORTS.includes(name as ExportName) || !FORMATS.includes(format as ExportFormat) || rest.length > 0)
      throw new Fault('route_not_found', { detail: `There is no export "${params.file}"; /api/v1/exports lists them.` })
    if (!visible(principal).includes(name as ExportName))
      services.access.permissions.requirePart(principal, 'all_exports')
    const wire = serializerFor(services, principal)
    const made = await exportFile(services, wire, name as ExportName, format as ExportFormat)
    return {
      body: createReadStream(made.path),
      type: TYPES[format as ExportFormat],
      etag: `"${made.sha256}"`,
      headers: {
        'content-length': String(made.bytes),
        'content-disposition': `attachment; filename="plinth-${params.file}"`,
        'x-row-count': String(made.rows),
        'x-dataset-version': wire.snapshot.version?.version ?? 'none',
        'x-sequence': String((await services.catalog.sequenceOf(wire.snapshot)) ?? 0),
        digest: `sha-256=${Buffer.from(made.sha256, 'hex').toString('base64')}`,
      },
    }
  },
})

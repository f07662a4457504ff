// plinth audit export: the audit log as NDJSON, oldest first.
import { once } from 'node:events'
import { exportAudit } from '../../events/audit-log.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { serverOrLocal } from '../terminal/running-server.ts'

export interface AuditExportOptions {
  readonly account?: string
  readonly since?: string
  readonly until?: string
}

export async function auditExportCommand(config: Config, options: AuditExportOptions): Promise<number> {
  const filters = {
    account_id: options.account,
    from: timeOf('--since', options.since),
    to: timeOf('--until', options.until),
  }
  await serverOrLocal(config, {
    server: async (server) => {
      const query = new URLSearchParams(Object.entries(filters).filter((pair): pair is [string, string] => !!pair[1]))
      const response = await server.request('GET', `/api/v1/operator/audit-log/export?${query}`)
      for await (const chunk of response.body!) await print(chunk)
    },
    local: async ({ db }) => {
      const { account_id: accountId, ...range } = filters
      for await (const page of exportAudit(db, { accountId, ...range }))
        await print(page.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    },
  })
  return EXIT.ok
}

function timeOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw new Stop('usage', `${option} must be a time such as 2026-11-14T09:00:00Z; got "${text}"`)
  return new Date(time).toISOString()
}

/** Waits until a slow reader of the output has taken it. */
async function print(chunk: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
}

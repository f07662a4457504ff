// What HTTP operations and pages need of the rooms behind them; app/build-services.ts puts it together.

import type { MeasuredModel } from '@plinth/matcher/internal/decide/model-shape'
import type { Access } from '../../access/access.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { DatasetLoading } from '../../catalog/dataset-loading.ts'
import type { Suggestions } from '../../catalog/suggest/suggestions.ts'
import type { AuditFilters, AuditQuery, AuditRecord, Cause } from '../../events/audit-log.ts'
import type { Feeds } from '../../feeds/feeds.ts'
import type { Files } from '../../files/files.ts'
import type { DataAdmin } from '../../ingest/data-admin.ts'
import type { DataOperations } from '../../ingest/data-operations-api.ts'
import type { CorrectionEditor } from '../../ingest/edits/correction-editor.ts'
import type { JoinDesk } from '../../ingest/edits/join-desk.ts'
import type { ProjectMerger } from '../../ingest/edits/project-merger.ts'
import type { Uploads } from '../../ingest/import/uploads.ts'
import type { Attributions } from '../../ingest/sources/attributions.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FaultCode } from '../../kernel/fault.ts'
import type { AccessLog, Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Desk } from '../../links/desk/curator-desk.ts'
import type { LinkStreams } from '../../links/link-streams.ts'
import type { Links } from '../../links/links.ts'
import type { Listings } from '../../listings/listings.ts'
import type { MediaSigner } from '../../media/media-urls.ts'
import type { MediaStore } from '../../media/store.ts'
import type { RequestLog } from '../../requests/request-log.ts'
import type { Webhooks } from '../../webhooks/webhooks.ts'
import type { FileCache } from './file-cache.ts'

/** A file on disk, sent without reading it into memory. */
export interface FileBody {
  readonly path: string
  readonly bytes: number
  /** Reads this open file, although another may have its path by now. It stays open. */
  readonly fd?: number
}

/** The MCP server as this one sees it: one message in, one response out. */
export interface McpHandler {
  handle(message: McpMessage): Promise<McpResponse>
}

export interface McpMessage {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  readonly principal: Principal
  readonly requestId: string
  readonly address: string
}

export interface McpResponse {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
  readonly lookups: number
  /** Null where the answer is a refusal. */
  readonly countAs: string | null
  readonly tool: string | undefined
  /** Why a tool failed. */
  readonly code: FaultCode | undefined
}

/** How much was deleted with an account. */
export interface ErasedAccount {
  readonly id: string
  readonly listings: number
  readonly feeds: number
  readonly files: number
  readonly webhook_endpoints: number
  readonly events: number
  readonly feedback: number
  readonly people: number
  readonly api_keys: number
  readonly applications: number
}

/** A PMTiles file that was open when the server started. */
export interface MapTiles {
  readonly file: FileBody
  /** Changes with the content. */
  readonly version: string
  readonly bounds: readonly [west: number, south: number, east: number, north: number]
  readonly minZoom: number
  readonly maxZoom: number
  readonly attribution: string
  close(): void
}

/** What the HTTP core and every part use. */
export interface CoreServices {
  readonly access: Access
  readonly catalog: Catalog
  readonly loading: DatasetLoading
  readonly clock: Clock
  readonly log: Log
  readonly accessLog: AccessLog
  /** What account members see of their requests. */
  readonly requestLog: RequestLog
  readonly metrics: Metrics
  /** Signs cursors and form tokens. */
  readonly signer: Pick<Secrets, 'sign' | 'verify'>
  readonly baseUrl: string
  readonly contactEmail: string | null
  /** Where emails are written without a mail server. Null with one, and behind a proxy. */
  readonly mailFile: string | null
  readonly readAudit: (query: AuditQuery) => Promise<{ entries: AuditRecord[]; hasMore: boolean }>
  /** False while starting and while draining. */
  ready(): boolean
}

/** For reads of the dataset. */
export interface CatalogueServices extends CoreServices {
  readonly suggestions: Suggestions
  readonly links: Links
  readonly linkStreams: LinkStreams
  readonly exports: FileCache
  readonly media: MediaStore
  readonly mediaUrls: MediaSigner
  /** Licences and attributions of the sources in a snapshot. */
  readonly attributions: Attributions
  readonly data: DataAdmin
  /** The matcher's model with its measured accuracy. */
  readonly model: MeasuredModel
}

/** For what an account stores and receives. */
export interface AccountServices extends CatalogueServices {
  readonly listings: Listings
  readonly feeds: Feeds
  readonly files: Files
  readonly webhooks: Webhooks
  /** Pages of entries, oldest first. */
  exportAudit(filters: AuditFilters): AsyncIterable<AuditRecord[]>
}

/** For curators, and the feedback that they get. */
export interface DeskServices extends CatalogueServices {
  readonly desk: Desk
  readonly editor: CorrectionEditor
  readonly merger: ProjectMerger
  readonly joins: JoinDesk
  readonly webhooks: Webhooks
}

/** For the operator of the server. */
export interface OperatorServices extends CatalogueServices {
  readonly dataOperations: DataOperations
  readonly uploads: Uploads
  /** Text for Prometheus: totals over all workers, or the values of one. */
  readMetrics(worker?: number): Promise<string>
  /** Deletes what an account stored and who signs in only for it. Undefined when there is no such account. */
  eraseAccount(id: string, cause: Cause): Promise<ErasedAccount | undefined>
  /** Erases the accounts that were deleted seven days ago. */
  eraseDeletedAccounts(): Promise<void>
  /** Writes the whole database to a new file. */
  backup(file: string): Promise<{ readonly rows: Readonly<Record<string, number>> }>
}

export interface Services extends AccountServices, DeskServices, OperatorServices {
  readonly mcp: McpHandler
  /** The base map, if the operator set one. */
  readonly mapTiles: MapTiles | null
}

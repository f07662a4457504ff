// TypeScript types of the API’s requests and responses, without a runtime schema library.
import type { z } from 'zod'
import type { FaultCode } from '../kernel/fault.ts'
import type * as access from './account/access-schemas.ts'
import type * as notifications from './account/notification-schemas.ts'
import type * as oauth from './account/oauth-schemas.ts'
import type * as people from './account/people-schemas.ts'
import type * as requestLog from './account/request-log-schemas.ts'
import type * as address from './addresses/address-schemas.ts'
import type * as buildingQuery from './buildings/building-query.ts'
import type * as buildings from './buildings/building-schemas.ts'
import type * as changes from './dataset/change-schemas.ts'
import type * as coverage from './dataset/coverage-schemas.ts'
import type * as desk from './desk/desk-schemas.ts'
import type * as joins from './desk/join-schemas.ts'
import type * as edits from './desk/override-schemas.ts'
import type * as feeds from './feeds/feed-schemas.ts'
import type * as files from './files/file-schemas.ts'
import type { CalibrationSchema } from './links/calibration-schema.ts'
import type * as feedback from './links/feedback-schemas.ts'
import type * as batch from './links/link-batch-schemas.ts'
import type * as links from './links/link-schemas.ts'
import type * as home from './listings/home-schemas.ts'
import type * as listingChange from './listings/listing-change-schemas.ts'
import type * as listing from './listings/listing-schemas.ts'
import type * as listingView from './listings/listing-view-schemas.ts'
import type * as emails from './operator/email-schemas.ts'
import type * as freshness from './operator/freshness-schemas.ts'
import type * as imports from './operator/import-schemas.ts'
import type * as openData from './operator/open-data-schemas.ts'
import type * as catalog from './projects/catalog-schemas.ts'
import type * as query from './projects/project-query.ts'
import type * as envelope from './rest/envelope.ts'
import type * as sources from './sources/source-schemas.ts'
import type * as suggest from './suggest/suggest-schemas.ts'
import type * as webhooks from './webhooks/webhook-schemas.ts'

export type ListMeta = z.output<typeof envelope.ListMeta>
export type ProblemItem = z.output<typeof envelope.ProblemItem>
export type ProblemCode = FaultCode

/** A page of a list. */
export interface Page<T> {
  readonly data: T[]
  readonly meta: ListMeta
}

export type BuildingLink = z.output<typeof links.LinkSchema>
export type BuildingLinkAnswer = z.output<typeof links.LinkResponseSchema>
export type Address = z.output<typeof address.AddressSchema>
export type ParsedAddresses = z.output<typeof address.ParseResponseSchema>
/** A text, or its fields. */
export type AddressToParse =
  | string
  | {
      readonly address: string
      readonly city?: string | null
      readonly province?: string | null
      readonly postal_code?: string | null
      readonly unit?: string | null
    }
export type Evidence = z.output<typeof links.EvidenceSchema>
export type Reading = z.output<typeof links.ReadingSchema>
export type Suggestion = z.output<typeof suggest.SuggestionSchema>
export type SuggestAnswer = z.output<typeof suggest.SuggestResponseSchema>
export type BatchAnswer = z.output<typeof batch.BatchResultSchema>
export type BatchAnswers = z.output<typeof batch.BatchResponseSchema>
export type Listing = z.output<typeof listing.ListingSchema>
export type ListingLink = z.output<typeof listing.ListingLinkSchema>
export type ListingPage = z.output<typeof listing.ListingsPage>
export type ListingBatchResult = z.output<typeof listing.ListingBatchResultSchema>
export type ListingBatchResults = z.output<typeof listing.ListingBatchResponse>
export type ListingChange = z.output<typeof listingChange.ListingChangeSchema>
export type ListingChanges = z.output<typeof listingChange.ListingChangesSchema>
export type ListingChangesQuery = { readonly since: number; readonly limit?: number }
export type ListingCounts = z.output<typeof listingView.ListingCountsSchema>
export type ListingDuplicates = z.output<typeof listingView.DuplicateGroupSchema>
export type ListingDuplicatesPage = z.output<typeof listingView.DuplicatesPage>
export type ProjectListings = z.output<typeof listingView.ProjectListingsResponse>
export type Home = z.output<typeof home.HomeSchema>
export type HomeListing = z.output<typeof home.HomeListingSchema>
export type HomeCampaign = z.output<typeof home.CampaignSchema>
export type HomePage = z.output<typeof home.HomesPage>
export type Feed = z.output<typeof feeds.FeedSchema>
export type FeedRun = z.output<typeof feeds.FeedRunSchema>
export type FeedRunPage = z.output<typeof feeds.FeedRunsPage>
export type FeedUpload = z.output<typeof feeds.FeedUploadSchema>
export type FeedTrial = z.output<typeof feeds.FeedTrialSchema>
export type File = z.output<typeof files.FileSchema>
export type FilePage = z.output<typeof files.FilesPage>
export type FeedbackReceipt = z.output<typeof feedback.FeedbackSchema>
export type Calibration = z.output<typeof CalibrationSchema>
export type Project = z.output<typeof catalog.ProjectSchema>
export type Building = z.output<typeof catalog.BuildingSchema>
export type BuildingDetail = z.output<typeof buildings.BuildingDetailSchema>
export type ExportedBuilding = z.output<typeof buildings.ExportedBuilding>
export type BuildingPage = z.output<typeof buildings.BuildingListSchema>
export type BuildingUnits = z.output<typeof buildings.BuildingUnitsSchema>
export type BuildingMap = z.output<typeof buildings.BuildingMapSchema>
export type FloorPlan = z.output<typeof catalog.FloorPlanSchema>
export type Unit = z.output<typeof catalog.UnitSchema>
export type Media = z.output<typeof catalog.MediaSchema>
export type FieldSources = z.output<typeof catalog.FieldSourcesSchema>
export type HistoryEntry = z.output<typeof catalog.HistorySchema>
export type PricePeriod = z.output<typeof catalog.PricePeriodSchema>
export type Developer = z.output<typeof catalog.DeveloperSchema>
export type City = z.output<typeof catalog.CitySchema>
export type Facets = z.output<typeof catalog.FacetsSchema>
export type ProjectMap = z.output<typeof catalog.MapSchema>
export type MapLabels = z.output<typeof catalog.MapLabelsSchema>
export type DeskProject = z.output<typeof edits.DeskProjectSchema>
export type DeskProjectItem = z.output<typeof edits.DeskProjectItem>
export type DeskProjects = z.output<typeof edits.DeskProjectsSchema>
export type Correction = z.output<typeof edits.CorrectionSchema>
export type CorrectionBody = z.input<typeof edits.CorrectionBody>
export type Corrected = z.output<typeof edits.CorrectionResultSchema>
export type MergePreview = z.output<typeof edits.MergePreviewSchema>
export type MergeBody = z.input<typeof edits.MergeBody>
export type Merged = z.output<typeof edits.MergeResultSchema>
export type Change = z.output<typeof changes.ChangeSchema>
export type ChangePage = z.output<typeof changes.ChangesSchema>
export type Dataset = z.output<typeof changes.DatasetSchema>
export type Coverage = z.output<typeof coverage.CoverageSchema>
export type Attribution = z.output<typeof sources.AttributionSchema>
export type Attributions = z.output<typeof sources.AttributionsSchema>
export type Export = z.output<typeof changes.ExportSchema>
interface ExportNames {
  file: `${changes.ExportName}.${changes.ExportFormat}` | 'LICENSES.txt'
}
/** A field of a type: the compiler writes its values into the client's types, not its name. */
export type ExportFile = ExportNames['file']
export type Account = z.output<typeof access.AccountSchema>
export type ApiKey = z.output<typeof access.KeySchema>
export type NewApiKey = z.output<typeof access.NewKeySchema>
export type NewPlanRequest = z.input<typeof access.NewPlanRequest>
export type Plans = z.output<typeof access.PlansSchema>
export type Me = z.output<typeof access.MeSchema>
export type Usage = z.output<typeof access.UsageSchema>
export type LoggedRequest = z.output<typeof requestLog.LoggedRequestSchema>
export type RequestLogPage = z.output<typeof requestLog.RequestLogPage>

export type Application = z.output<typeof oauth.ApplicationSchema>
export type NewApplication = z.output<typeof oauth.NewApplicationSchema>
export type Consent = z.output<typeof oauth.GrantSchema>
export type NotificationSettings = z.output<typeof notifications.NotificationSettingsSchema>
export type Person = z.output<typeof people.PersonSchema>
export type AccountPerson = z.output<typeof people.MemberSchema>
export type AccountRole = AccountPerson['account_role']
export type Invitation = z.output<typeof people.InvitationSchema>
export type Session = z.output<typeof people.SessionSchema>
export type AuditEntry = z.output<typeof people.AuditSchema>
export type AuditPage = z.output<typeof people.AuditPage>

export type ImportRun = z.output<typeof imports.ImportRunSchema>
export type ImportRunPage = z.output<typeof imports.RunsPage>
export type ImportChangePage = z.output<typeof imports.ChangesPage>
export type RejectedRowPage = z.output<typeof imports.RejectedPage>
export type Upload = z.output<typeof imports.UploadSchema>
export type DatasetVersion = z.output<typeof imports.VersionSchema>
export type DatasetVersionPage = z.output<typeof imports.VersionsPage>
export type RollbackPreview = z.output<typeof imports.PreviewSchema>
export type Freshness = z.output<typeof freshness.FreshnessSchema>
export type SourceState = z.output<typeof imports.SourceStateSchema>
export type OpenSource = z.output<typeof openData.OpenSourceSchema>

export type Case = z.output<typeof desk.CaseSchema>
export type CaseDetail = z.output<typeof desk.CaseDetailSchema>
export type CaseQueue = z.output<typeof desk.QueueSchema>
export type CaseVerdict = z.input<typeof desk.DecideBody>
export type Decision = z.output<typeof desk.DecisionSchema>
export type DecisionDetail = z.output<typeof desk.DecisionDetailSchema>
export type DecisionPage = z.output<typeof desk.DecisionsSchema>
export type JoinCase = z.output<typeof joins.JoinCaseSchema>
export type AutomaticJoin = z.output<typeof joins.AutomaticJoinSchema>
export type AutomaticJoinPage = z.output<typeof joins.AutomaticJoinsSchema>
export type RowPairBody = z.input<typeof joins.RowPairBody>
export type JoinCasePage = z.output<typeof joins.JoinsSchema>
export type JoinDecisionBody = z.input<typeof joins.JoinDecisionBody>
export type ProjectValues = z.output<typeof joins.ProjectValuesSchema>
export type JoinResult = z.output<typeof joins.JoinResultSchema>
export type OperatorAccount = z.output<typeof people.OperatorAccountSchema>
export type OperatorAccountDetail = z.output<typeof people.OperatorAccountDetail>
export type Email = z.output<typeof emails.EmailSchema>
export type EmailPage = z.output<typeof emails.EmailPage>
export type OperatorAccountPage = z.output<typeof people.OperatorAccountPage>

export type WebhookEndpoint = z.output<typeof webhooks.EndpointSchema>
export type NewWebhookEndpoint = z.output<typeof webhooks.NewEndpointSchema>
export type WebhookDelivery = z.output<typeof webhooks.DeliverySchema>
export type WebhookDeliveryDetail = z.output<typeof webhooks.DeliveryDetailSchema>
export type WebhookAttempt = z.output<typeof webhooks.AttemptSchema>
export type WebhookTest = z.output<typeof webhooks.TestSchema>
export type SampleEvent = z.output<typeof webhooks.SampleEventSchema>
export type SampleEventRequest = z.input<typeof webhooks.SampleEventRequest>
export type WebhookEventType = z.output<typeof webhooks.EventTypeSchema>
export type { WebhookBatch, WebhookEvent, WebhookMessage } from './webhooks/event-schemas.ts'

/** The value a caller sends for a parsed parameter: a list may be a single value, and a sort key is a string. */
type ParamInput<V> = V extends { key: infer Key extends string; descending: boolean }
  ? Key | `-${Key}`
  : V extends readonly [number, number, ...number[]]
    ? V
    : V extends readonly (infer Item)[]
      ? Item | readonly Item[]
      : V

type QueryInput<T> = {
  readonly [K in keyof T]: ParamInput<NonNullable<T[K]>> | (undefined extends T[K] ? undefined : never)
}
type Query<T extends z.ZodType> = QueryInput<z.output<T>>

export type BuildingLinkQuery = Query<typeof links.LinkRequest>
export type SuggestQuery = Query<typeof suggest.SuggestParams>
export type BatchQuery = Query<typeof batch.BatchItem>
export type Feedback = z.input<typeof feedback.FeedbackBody>
export type ProjectQuery = Query<typeof query.ProjectListQuery>
export type ProjectDetailQuery = Query<typeof query.ProjectDetailQuery>
export type BuildingQuery = Query<typeof buildingQuery.BuildingListQuery>
export type BuildingDetailQuery = Query<typeof buildingQuery.BuildingDetailQuery>
export type BuildingUnitsQuery = Query<typeof buildingQuery.BuildingUnitsQuery>
export type BuildingMapQuery = Query<typeof buildingQuery.BuildingMapQuery>
/** A GeoJSON geometry, longitude first. */
export type Polygon =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[] }
export type BuildingSearch = BuildingQuery & { readonly polygon: Polygon }
export type FacetQuery = Query<typeof query.FacetQuery>
export type MapQuery = Query<typeof query.MapQuery>
export type MapLabelsQuery = Query<typeof query.MapLabelsQuery>
export type ProjectPlansQuery = Query<typeof query.ProjectPlansQuery>
export type PlanQuery = Query<typeof query.PlanListQuery>
export type ProjectUnitsQuery = Query<typeof query.ProjectUnitsQuery>
export type UnitQuery = Query<typeof query.UnitListQuery>
export type ProjectMediaQuery = Query<typeof query.ProjectMediaQuery>
export type MediaQuery = Query<typeof query.MediaListQuery>
export type HistoryQuery = Query<typeof query.HistoryListQuery>
export type CoverageQuery = Query<typeof coverage.CoverageQuery>
export type ReferenceQuery = Query<typeof query.ReferenceQuery>
export type ChangesQuery = Query<typeof changes.ChangesQuery>
export type ListingQuery = Query<typeof listing.ListingsQuery>
export type ListingFilters = Omit<ListingQuery, 'limit' | 'cursor'>
export type ListingRequest = Query<typeof listing.ListingBody>
export type ListingItem = (ListingRequest & { readonly key: string }) | { readonly key: string; readonly delete: true }
export type ListingDecisionRequest = z.input<typeof listingView.ListingDecisionBody>
export type DuplicatesQuery = Query<typeof listingView.DuplicatesQuery>
export type HomesQuery = Query<typeof home.HomesQuery>
export type ProjectListingsQuery = Query<typeof listingView.ProjectListingsQuery>
export type NewFeedRequest = z.input<typeof feeds.NewFeedRequest>
export type FeedChange = z.input<typeof feeds.FeedPatch>
export type FeedRunRequest = z.input<typeof feeds.FeedRunRequest>
export type FeedRunQuery = Query<typeof feeds.FeedRunsQuery>
export type FilesQuery = Query<typeof files.FilesQuery>
export type FileUploadQuery = Query<typeof files.FileUpload>
export type FileChange = z.input<typeof files.FilePatch>
export type FileResultQuery = Query<typeof files.FileResultQuery>
export type NewApiKeyRequest = z.input<typeof access.NewKeyRequest>
export type ApiKeyChange = z.input<typeof access.KeyPatch>
export type RotationRequest = z.input<typeof access.Rotation>
export type RequestLogQuery = Query<typeof requestLog.RequestLogQuery>
export type AuditFilters = Query<typeof people.AuditFilters>
export type AuditQuery = Query<typeof people.AuditQuery>
export type NewInvitationRequest = z.input<typeof people.NewInvitation>
export type NewPersonRequest = z.input<typeof people.NewPersonRequest>
export type NewApplicationRequest = z.input<typeof oauth.NewApplicationRequest>
export type ApplicationChange = z.input<typeof oauth.ApplicationPatch>
export type ClientSecretRotationRequest = z.input<typeof oauth.ClientSecretRotation>
export type NewEndpointRequest = z.input<typeof webhooks.NewEndpointRequest>
export type EndpointChange = z.input<typeof webhooks.EndpointPatch>
export type SecretRotationRequest = z.input<typeof webhooks.SecretRotation>
export type ReplayRequest = z.input<typeof webhooks.Replay>
export type DeliveryQuery = Query<typeof webhooks.DeliveriesQuery>

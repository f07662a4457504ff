// The contract as types alone: what a caller sends and gets, for those who may know no schema library.
import type { z } from 'zod'
import type { FaultCode } from '../kernel/fault.ts'
import type * as access from './access-schemas.ts'
import type { CalibrationWire } from './calibration-schema.ts'
import type * as catalog from './catalog-schemas.ts'
import type * as changes from './change-schemas.ts'
import type * as desk from './desk-schemas.ts'
import type * as envelope from './envelope.ts'
import type * as imports from './import-schemas.ts'
import type * as batch from './link-batch-schemas.ts'
import type * as links from './link-schemas.ts'
import type * as oauth from './oauth-schemas.ts'
import type * as edits from './override-schemas.ts'
import type * as people from './people-schemas.ts'
import type * as query from './project-query.ts'
import type * as webhooks from './webhook-schemas.ts'

export type ListMeta = z.output<typeof envelope.ListMeta>
export type ProblemItem = z.output<typeof envelope.ProblemItem>
export type ProblemCode = FaultCode

/** A page of a list. */
export interface Page<T> {
  readonly data: T[]
  readonly meta: ListMeta
}

export type BuildingLink = z.output<typeof links.LinkWire>
export type BuildingLinkAnswer = z.output<typeof links.LinkAnswerWire>
export type Evidence = z.output<typeof links.EvidenceWire>
export type Reading = z.output<typeof links.ReadingWire>
export type BatchAnswer = z.output<typeof batch.BatchAnswer>
export type BatchAnswers = z.output<typeof batch.BatchWire>
export type FeedbackReceipt = z.output<typeof desk.FeedbackAnswer>
export type Calibration = z.output<typeof CalibrationWire>
export type Project = z.output<typeof catalog.ProjectWire>
export type Building = z.output<typeof catalog.BuildingWire>
export type FloorPlan = z.output<typeof catalog.FloorPlanWire>
export type Unit = z.output<typeof catalog.UnitWire>
export type Media = z.output<typeof catalog.MediaWire>
export type HistoryEntry = z.output<typeof catalog.HistoryWire>
export type PricePeriod = z.output<typeof catalog.PricePeriodWire>
export type Developer = z.output<typeof catalog.DeveloperWire>
export type City = z.output<typeof catalog.CityWire>
export type Facets = z.output<typeof catalog.FacetsWire>
export type ProjectMap = z.output<typeof catalog.MapWire>
export type DeskProject = z.output<typeof edits.DeskProjectWire>
export type DeskProjectItem = z.output<typeof edits.DeskProjectItem>
export type DeskProjects = z.output<typeof edits.DeskProjectsWire>
export type Correction = z.output<typeof edits.CorrectionWire>
export type CorrectionBody = z.input<typeof edits.CorrectionBody>
export type Corrected = z.output<typeof edits.CorrectedWire>
export type MergePreview = z.output<typeof edits.MergePreviewWire>
export type MergeBody = z.input<typeof edits.MergeBody>
export type Merged = z.output<typeof edits.MergedWire>
export type Change = z.output<typeof changes.ChangeWire>
export type ChangePage = z.output<typeof changes.ChangesWire>
export type Dataset = z.output<typeof changes.DatasetWire>
export type Export = z.output<typeof changes.ExportWire>
export type ExportFile = `${changes.ExportName}.${changes.ExportFormat}`
export type Account = z.output<typeof access.AccountWire>
export type ApiKey = z.output<typeof access.KeyWire>
export type NewApiKey = z.output<typeof access.FreshKeyWire>
export type Plans = z.output<typeof access.PlansWire>
export type Me = z.output<typeof access.MeWire>
export type Usage = z.output<typeof access.UsageWire>

export type Application = z.output<typeof oauth.ApplicationWire>
export type NewApplication = z.output<typeof oauth.FreshApplicationWire>
export type Consent = z.output<typeof oauth.GrantWire>
export type Person = z.output<typeof people.PersonWire>
export type Session = z.output<typeof people.SessionWire>
export type AuditEntry = z.output<typeof people.AuditWire>
export type AuditPage = z.output<typeof people.AuditPage>

export type ImportRun = z.output<typeof imports.ImportRunWire>
export type ImportRunPage = z.output<typeof imports.RunsPage>
export type ImportChangePage = z.output<typeof imports.ChangesPage>
export type RejectedRowPage = z.output<typeof imports.RejectedPage>
export type Upload = z.output<typeof imports.UploadWire>
export type DatasetVersion = z.output<typeof imports.VersionWire>
export type DatasetVersionPage = z.output<typeof imports.VersionsPage>
export type RollbackPreview = z.output<typeof imports.PreviewWire>
export type Freshness = z.output<typeof imports.FreshnessWire>

export type Case = z.output<typeof desk.CaseWire>
export type CaseDetail = z.output<typeof desk.CaseDetailWire>
export type CaseQueue = z.output<typeof desk.QueueWire>
export type CaseVerdict = z.input<typeof desk.DecideBody>
export type Decision = z.output<typeof desk.DecisionWire>
export type DecisionDetail = z.output<typeof desk.DecisionDetailWire>
export type DecisionPage = z.output<typeof desk.DecisionsWire>
export type OperatorAccount = z.output<typeof people.OperatorAccountWire>
export type OperatorAccountDetail = z.output<typeof people.OperatorAccountDetail>
export type OperatorAccountPage = z.output<typeof people.OperatorAccountPage>

export type WebhookEndpoint = z.output<typeof webhooks.EndpointWire>
export type NewWebhookEndpoint = z.output<typeof webhooks.FreshEndpointWire>
export type WebhookDelivery = z.output<typeof webhooks.DeliveryWire>
export type WebhookDeliveryDetail = z.output<typeof webhooks.DeliveryDetailWire>
export type WebhookAttempt = z.output<typeof webhooks.AttemptWire>
export type WebhookTest = z.output<typeof webhooks.TestWire>
export type WebhookEventType = z.output<typeof webhooks.EventTypeWire>

/** What is sent for what is read: lists may be one value, a sort is its word, a tuple of numbers stays one. */
type Sent<V> = V extends { key: infer Key extends string; descending: boolean }
  ? Key | `-${Key}`
  : V extends readonly [number, number, ...number[]]
    ? V
    : V extends readonly (infer One)[]
      ? One | readonly One[]
      : V

type Ask<T> = { readonly [K in keyof T]: Sent<NonNullable<T[K]>> | (undefined extends T[K] ? undefined : never) }
type Query<T extends z.ZodType> = Ask<z.output<T>>

export type BuildingLinkQuery = Query<typeof links.LinkQuestion>
export type BatchQuery = Query<typeof batch.BatchItem>
export type Feedback = z.input<typeof desk.FeedbackBody>
export type ProjectQuery = Query<typeof query.ProjectListQuery>
export type ProjectDetailQuery = Query<typeof query.ProjectDetailQuery>
export type FacetQuery = Query<typeof query.FacetQuery>
export type MapQuery = Query<typeof query.MapQuery>
export type ProjectPlansQuery = Query<typeof query.ProjectPlansQuery>
export type PlanQuery = Query<typeof query.PlanListQuery>
export type ProjectUnitsQuery = Query<typeof query.ProjectUnitsQuery>
export type UnitQuery = Query<typeof query.UnitListQuery>
export type ProjectMediaQuery = Query<typeof query.ProjectMediaQuery>
export type MediaQuery = Query<typeof query.MediaListQuery>
export type HistoryQuery = Query<typeof query.HistoryListQuery>
export type ReferenceQuery = Query<typeof query.ReferenceQuery>
export type ChangesQuery = Query<typeof changes.ChangesQuery>
export type NewApiKeyRequest = z.input<typeof access.NewKey>
export type RotationRequest = z.input<typeof access.Rotation>
export type AuditQuery = Query<typeof people.AuditQuery>
export type NewPersonRequest = z.input<typeof people.NewPerson>
export type NewApplicationRequest = z.input<typeof oauth.NewApplication>
export type ApplicationChange = z.input<typeof oauth.ApplicationPatch>
export type NewEndpointRequest = z.input<typeof webhooks.NewEndpoint>
export type EndpointChange = z.input<typeof webhooks.EndpointPatch>
export type SecretRotationRequest = z.input<typeof webhooks.SecretRotation>
export type ReplayRequest = z.input<typeof webhooks.ReplayOrder>
export type DeliveryQuery = Query<typeof webhooks.DeliveriesQuery>

// A valid request for every operation with its expected response. The access matrix requires one each.
import type { Plan } from '../../src/access/plans.ts'
import { DESK_PATHS, PORTAL_PATHS } from '../../src/http/pages/portal.ts'

/** Status and error code, if any. */
export type Outcome = readonly [status: number, code: string | null]

export interface Sample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** 200 by default. Requests use missing objects, so that the matrix changes nothing. */
  readonly ok?: Outcome
  /** The response for plans that get less. */
  /** The response for people with a role, where the page and not the policy decides. */
  readonly atDesk?: Outcome
  readonly less?: Partial<Record<Plan, Outcome>>
}

const plain: Sample = {}
const missing = (code: string, body?: unknown, id = 'none'): Sample => ({ params: { id }, body, ok: [404, code] })
/** Pages accept only forms. */
const form: Sample = { params: { token: 'none' }, body: {}, ok: [415, null] }
const linkPage: Sample = { params: { token: 'none' } }
const PROJECT = '999999999'
const ANY = { id: '1', tab: 'keys', part: 'merge' }

export const SAMPLES: Readonly<Record<string, Sample>> = {
  resolveBuildingLink: { query: 'address=1480+howe' },
  askBuildingLink: { body: { address: '1480 howe' } },
  batchBuildingLinks: { body: { queries: [{ address: '1480 howe' }] } },
  giveBuildingLinkFeedback: { body: { address: '1480 howe', verdict: 'reject' }, ok: [202, null] },
  getCalibration: plain,

  putListing: { params: { key: 'x' }, body: { address: '' }, ok: [400, 'invalid_parameter'] },
  getListing: { params: { key: 'none' }, ok: [404, 'listing_not_found'] },
  deleteListing: { params: { key: 'none' }, body: {}, ok: [404, 'listing_not_found'] },
  exportListings: plain,
  listListings: plain,
  batchListings: { body: { listings: [] }, ok: [400, 'invalid_parameter'] },
  countListings: plain,
  listListingDuplicates: plain,
  listListingChanges: { query: 'since=0' },
  getListingHistory: { params: { key: 'none' }, ok: [404, 'listing_not_found'] },
  decideListing: { params: { key: 'none' }, body: { verdict: 'confirm' }, ok: [404, 'listing_not_found'] },
  undoListingDecision: { params: { key: 'none' }, body: {}, ok: [404, 'listing_not_found'] },
  listProjectListings: missing('project_not_found', undefined, PROJECT),
  listFeeds: plain,
  createFeed: { body: {}, ok: [400, 'missing_parameter'] },
  tryFeed: { body: {}, ok: [400, 'missing_parameter'] },
  getFeed: missing('feed_not_found'),
  updateFeed: missing('feed_not_found', {}),
  deleteFeed: missing('feed_not_found', {}),
  runFeed: missing('feed_not_found', {}),
  pauseFeed: missing('feed_not_found', {}),
  resumeFeed: missing('feed_not_found', {}),
  approveFeedSweep: missing('feed_not_found', {}),
  listFeedRuns: missing('feed_not_found'),
  uploadFeedFile: { params: { id: 'none' }, body: {}, ok: [415, 'unsupported_media_type'] },
  deleteFeedListings: { query: 'feed=none', body: {} },

  listProjects: { query: 'limit=1' },
  getProjectFacets: plain,
  getProjectMap: { query: 'bbox=-80,43,-79,44' },
  getProject: missing('project_not_found', undefined, PROJECT),
  listProjectFloorPlans: missing('project_not_found', undefined, PROJECT),
  listProjectUnits: missing('project_not_found', undefined, PROJECT),
  listProjectMedia: missing('project_not_found', undefined, PROJECT),
  getProjectHistory: missing('project_not_found', undefined, PROJECT),
  listFloorPlans: { query: 'limit=1' },
  getFloorPlan: missing('floor_plan_not_found', undefined, PROJECT),
  getFloorPlanPriceHistory: missing('floor_plan_not_found', undefined, PROJECT),
  listUnits: { query: 'limit=1' },
  listMedia: { query: 'limit=1' },
  getMedia: missing('media_not_found', undefined, PROJECT),
  listDevelopers: plain,
  listCities: plain,
  getDataset: plain,
  getAttributions: plain,
  listChanges: { query: 'since=0&limit=1' },
  listExports: plain,
  getExport: { params: { file: 'units.csv' }, less: { starter: [403, 'plan_required'] } },
  getMediaBytes: { params: { sha256: 'a'.repeat(64), variant: 'full' }, ok: [403, 'signature_invalid'] },

  speakMcp: {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  },

  createAccount: { body: { email: 'nobody' }, ok: [400, 'invalid_parameter'] },
  listPlans: plain,
  getMe: plain,
  getUsage: plain,
  listApiKeys: plain,
  createApiKey: { body: { name: 'x', scopes: ['nothing:read'] }, ok: [400, 'invalid_parameter'] },
  rotateApiKey: missing('key_not_found', {}),
  revokeApiKey: missing('key_not_found', {}),
  listAuditLog: plain,

  listApplications: plain,
  createApplication: { body: {}, ok: [400, 'missing_parameter'] },
  updateApplication: missing('application_not_found', {}),
  deleteApplication: missing('application_not_found', {}),
  rotateApplicationSecret: missing('application_not_found', {}),
  listConsents: plain,
  withdrawConsent: missing('grant_not_found', {}),
  getProtectedResource: plain,
  getProtectedResource_api: plain,
  getProtectedResource_mcp: plain,

  listWebhookEventTypes: plain,
  listWebhookEndpoints: plain,
  createWebhookEndpoint: { body: {}, ok: [400, 'missing_parameter'] },
  getWebhookEndpoint: missing('endpoint_not_found'),
  updateWebhookEndpoint: missing('endpoint_not_found', {}),
  deleteWebhookEndpoint: missing('endpoint_not_found', {}),
  rotateWebhookSecret: missing('endpoint_not_found', {}),
  testWebhookEndpoint: missing('endpoint_not_found', {}),
  enableWebhookEndpoint: missing('endpoint_not_found', {}),
  replayWebhookEvents: { params: { id: 'none' }, body: {}, ok: [400, 'missing_parameter'] },
  listWebhookDeliveries: plain,
  getWebhookDelivery: missing('delivery_not_found'),
  redeliverWebhook: missing('delivery_not_found', {}),

  createPerson: { body: { email: 'nobody', password: 'short' }, ok: [400, 'invalid_parameter'] },
  verifyPerson: { body: { token: 'x'.repeat(43) }, ok: [410, 'link_expired'] },
  requestPasswordReset: { body: { email: 'nobody' }, ok: [400, 'invalid_parameter'] },
  confirmPasswordReset: { body: { token: 'x'.repeat(43), password: 'not a real one' }, ok: [410, 'link_expired'] },
  changePassword: { body: {}, ok: [400, 'missing_parameter'] },
  resendVerification: { body: {}, ok: [202, null] },
  createSession: { body: { email: 'nobody', password: 'x' }, ok: [400, 'invalid_parameter'] },
  getSession: plain,
  deleteSession: { body: {}, ok: [204, null] },

  listCases: plain,
  getCase: missing('case_not_found'),
  decideCase: { params: { id: 'none' }, body: {}, ok: [400, 'missing_parameter'] },
  reopenCase: { params: { id: 'none' }, body: {}, ok: [400, 'missing_parameter'] },
  listDecisions: plain,
  getDecision: missing('decision_not_found'),
  revokeDecision: missing('decision_not_found', { reason: 'x' }),
  undoDecision: missing('decision_not_found', {}),
  listAliasProposals: plain,
  proposeAlias: { body: {}, ok: [400, 'missing_parameter'] },
  settleAliasProposal: { params: { id: 'none' }, body: {}, ok: [400, 'missing_parameter'] },
  getLabels: plain,
  findDeskProjects: { query: 'limit=1' },
  getDeskProject: missing('project_not_found', undefined, PROJECT),
  correctProject: { params: { id: PROJECT }, body: { name: 'x' }, ok: [400, 'missing_parameter'] },
  revokeCorrection: {
    params: { id: PROJECT, correction: 'none' },
    body: { reason: 'x' },
    ok: [404, 'correction_not_found'],
  },
  previewMerge: { params: { id: PROJECT }, query: 'into=1', ok: [404, 'project_not_found'] },
  mergeProject: missing('project_not_found', { into: 1, reason: 'x', preview_token: 'x' }, PROJECT),
  undoMerge: missing('merge_not_found', { reason: 'x' }),

  operatorCreateKey: { body: { plan: 'none' }, ok: [400, 'invalid_parameter'] },
  operatorMatch: { body: { address: '1480 howe' } },
  operatorListAccounts: plain,
  operatorGetAccount: missing('account_not_found'),
  operatorUpdateAccount: missing('account_not_found', {}),
  operatorEraseAccount: missing('account_not_found', {}),
  operatorFindPeople: { query: 'email=nobody' },
  operatorUpdatePerson: missing('person_not_found', {}),
  operatorListAuditLog: plain,
  operatorRotateOAuthKeys: { body: {} },
  operatorBuildings: plain,
  operatorBackup: { body: { file: 'x' }, ok: [400, 'invalid_parameter'] },
  operatorImport: { body: {}, ok: [400, 'missing_parameter'] },
  operatorListImports: plain,
  operatorGetImport: missing('import_not_found'),
  operatorListImportChanges: missing('import_not_found'),
  operatorListRejectedRows: missing('import_not_found'),
  operatorGetRejectedFile: missing('import_not_found'),
  operatorApproveImport: missing('import_not_found', { reason: 'none at all' }),
  operatorUpload: { query: 'name=x.csv', body: {}, ok: [415, 'unsupported_media_type'] },
  operatorListVersions: plain,
  operatorPreviewRollback: { params: { version: 'none' }, ok: [404, 'version_not_found'] },
  operatorFreshness: plain,
  operatorRefresh: { body: { x: 1 }, ok: [400, 'unknown_parameter'] },
  operatorRollback: { body: {}, ok: [400, 'missing_parameter'] },
  operatorDemo: { body: { x: 1 }, ok: [400, 'unknown_parameter'] },
  operatorListSources: plain,
  operatorSaveSource: { body: {}, ok: [400, 'missing_parameter'] },
  operatorChangeSource: { params: { name: 'none' }, body: { trust: 0 }, ok: [400, 'invalid_parameter'] },
  operatorRemoveSource: { params: { name: 'none' }, body: {}, ok: [400, 'invalid_parameter'] },
  getMetrics: plain,

  getHealth: plain,
  getReadiness: plain,
  getOpenApi: plain,
  getPageStyle: plain,
  getSignInPage: plain,
  postSignInPage: form,
  getSignOutPage: plain,
  postSignOutPage: form,
  getResetPage: plain,
  postResetPage: form,
  getNewPasswordPage: linkPage,
  postNewPasswordPage: form,
  getVerifyPage: linkPage,
  postVerifyPage: form,
  getDocs: plain,
  getDocsBundle: plain,
  getDocsStart: plain,
  listGuides: plain,
  getGuide: { params: { name: 'link-one-listing' } },
  getLlmsText: plain,
  getErrorPage: { params: { code: 'plan_required' } },
  getPortalFile: { params: { name: 'none' }, ok: [404, 'route_not_found'] },
  ...Object.fromEntries(PORTAL_PATHS.map((path) => [`page ${path}`, { params: ANY }])),
  ...Object.fromEntries(
    DESK_PATHS.map((path) => [`page ${path}`, { params: ANY, ok: [404, null], atDesk: [200, null] }]),
  ),
}

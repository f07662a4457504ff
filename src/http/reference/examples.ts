// One example request for each operation, from which the reference makes its samples in three languages.

export interface Example {
  /** The client's method for it; without one the sample goes by method and path. */
  readonly call?: string
  /** What the method takes, where that is not the path's parameters and then body or query. */
  readonly args?: readonly unknown[]
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const HOWE = '#1203 -1480 howe'
const DUNDAS = '395 Dundas Street W 603'
const APPLICATION = 'app_0123456789abcdefghij'
const ENDPOINT = 'whe_0123456789abcdefghij'
const DELIVERY = 'dlv_0123456789abcdefghij'
const BOTH = [
  { query_id: 'a', address: HOWE },
  { query_id: 'b', address: DUNDAS },
]
const KEY = 'key_0123456789abcdefghij'

// biome-ignore format: a table is read by its columns
export const EXAMPLES: Readonly<Record<string, Example>> = {
  resolveBuildingLink:      { call: 'buildingLinks.resolve', query: { address: HOWE }, args: [HOWE] },
  askBuildingLink:          { call: 'buildingLinks.ask', body: { address: DUNDAS, city: 'Toronto', include: ['evidence'] } },
  batchBuildingLinks:       { call: 'buildingLinks.batch', body: { queries: BOTH }, args: [BOTH] },
  giveBuildingLinkFeedback: { call: 'buildingLinks.feedback', body: { address: HOWE, verdict: 'confirm' } },
  getCalibration:           { call: 'buildingLinks.calibration' },

  listProjects:             { call: 'projects.list', query: { city: 'Toronto', status: 'selling', sort: '-updated_at', limit: 10 } },
  getProjectFacets:         { call: 'projects.facets', query: { province: 'BC' } },
  getProjectMap:            { call: 'projects.map', query: { bbox: [-79.5, 43.6, -79.3, 43.7] } },
  getProject:               { call: 'projects.get', params: { id: 1 }, query: { include: ['floor_plans', 'media'] } },
  listProjectFloorPlans:    { call: 'projects.floorPlans', params: { id: 1 }, query: { min_beds: 1, sort: 'price' } },
  listProjectUnits:         { call: 'projects.units', params: { id: 1 }, query: { status: 'available' } },
  listProjectMedia:         { call: 'projects.media', params: { id: 1 }, query: { kind: 'rendering_exterior' } },
  getProjectHistory:        { call: 'projects.history', params: { id: 1 }, query: { field: 'price_from' } },
  listFloorPlans:           { call: 'floorPlans.list', query: { city: 'Vancouver', max_price: 900_000 } },
  getFloorPlan:             { call: 'floorPlans.get', params: { id: 1 } },
  getFloorPlanPriceHistory: { call: 'floorPlans.priceHistory', params: { id: 1 } },
  listUnits:                { call: 'units.list', query: { project_id: 1, limit: 20 } },
  listMedia:                { call: 'media.list', query: { project_id: 1 } },
  getMedia:                 { call: 'media.get', params: { id: 1 } },
  listDevelopers:           { call: 'developers.list', query: { limit: 20 } },
  listCities:               { call: 'cities.list', query: { q: 'van' } },
  getDataset:               { call: 'dataset' },
  listChanges:              { call: 'changes.list', query: { since: 0, limit: 100 } },
  listExports:              { call: 'exports.list' },
  getExport:                { call: 'exports.download', params: { file: 'projects.ndjson' } },

  createAccount:            { call: 'accounts.create', body: { email: 'you@example.ca' } },
  getMe:                    { call: 'me' },
  getUsage:                 { call: 'usage' },
  listApiKeys:              { call: 'apiKeys.list' },
  createApiKey:             { call: 'apiKeys.create', body: { name: 'nightly feed', mode: 'test' } },
  rotateApiKey:             { call: 'apiKeys.rotate', params: { id: KEY }, body: { overlap_seconds: 3600 } },
  revokeApiKey:             { call: 'apiKeys.revoke', params: { id: KEY } },

  listAuditLog:             { call: 'auditLog.list', query: { limit: 20 } },
  listPlans:                {},
  createPerson:             { call: 'people.create', body: { email: 'you@example.ca', password: 'a long sentence nobody guesses' } },
  listApplications:         { call: 'applications.list' },
  createApplication:        { call: 'applications.create', body: { name: 'Nightly sync', scopes: ['projects:read'] } },
  updateApplication:        { call: 'applications.update', params: { id: APPLICATION }, body: { name: 'Nightly sync 2' } },
  rotateApplicationSecret:  { call: 'applications.rotateSecret', params: { id: APPLICATION } },
  deleteApplication:        { call: 'applications.remove', params: { id: APPLICATION } },

  listWebhookEventTypes:    { call: 'webhooks.eventTypes' },
  listWebhookEndpoints:     { call: 'webhooks.endpoints.list' },
  createWebhookEndpoint:    { call: 'webhooks.endpoints.create', body: { url: 'https://listings.example/plinth', event_types: ['project.*'], filters: { province: ['ON'] } } },
  getWebhookEndpoint:       { call: 'webhooks.endpoints.get', params: { id: ENDPOINT } },
  updateWebhookEndpoint:    { call: 'webhooks.endpoints.update', params: { id: ENDPOINT }, body: { event_types: ['*'] } },
  deleteWebhookEndpoint:    { call: 'webhooks.endpoints.remove', params: { id: ENDPOINT } },
  rotateWebhookSecret:      { call: 'webhooks.endpoints.rotateSecret', params: { id: ENDPOINT }, body: { overlap_seconds: 3600 } },
  testWebhookEndpoint:      { call: 'webhooks.endpoints.test', params: { id: ENDPOINT } },
  enableWebhookEndpoint:    { call: 'webhooks.endpoints.enable', params: { id: ENDPOINT } },
  replayWebhookEvents:      { call: 'webhooks.endpoints.replay', params: { id: ENDPOINT }, body: { since_sequence: 4711 } },
  listWebhookDeliveries:    { call: 'webhooks.deliveries.list', query: { status: 'dead' } },
  getWebhookDelivery:       { call: 'webhooks.deliveries.get', params: { id: DELIVERY } },
  redeliverWebhook:         { call: 'webhooks.deliveries.redeliver', params: { id: DELIVERY } },

  verifyPerson:             { body: { token: 'from the mailed link' } },
  requestPasswordReset:         { body: { email: 'you@example.ca' } },
  confirmPasswordReset:         { body: { token: 'from the mailed link', password: 'a long sentence nobody guesses' } },
  changePassword:           { body: { old: 'the old one', new: 'a long sentence nobody guesses' } },
  createSession:            { body: { email: 'you@example.ca', password: 'a long sentence nobody guesses' } },

  getCase:                  { params: { id: 'cas_1' } },
  decideCase:               { params: { id: 'cas_1' }, body: { verdict: 'accept' } },
  reopenCase:               { params: { id: 'cas_1' } },
  getDecision:              { params: { id: 'dec_1' } },
  revokeDecision:           { params: { id: 'dec_1' }, body: { reason: 'The tower was renumbered.' } },
  undoDecision:             { params: { id: 'dec_1' } },
  proposeAlias:             { body: { line: '21 Widmer Lane', city: 'Toronto', province: 'ON', project_id: 1 } },
  settleAliasProposal:      { params: { id: 'dec_1' }, body: { verdict: 'accept' } },
  findDeskProjects:         { query: { q: 'howe', province: 'BC' } },
  getDeskProject:           { params: { id: 1000 } },
  correctProject:           { params: { id: 1000 }, body: { sales_status: 'sold_out', reason: 'The sales centre is closed.' } },
  revokeCorrection:         { params: { id: 1000, correction: 'cor_1' }, body: { reason: 'The source was right.' } },
  previewMerge:             { params: { id: 1001 }, query: { into: 1000 } },
  mergeProject:             { params: { id: 1001 }, body: { into: 1000, reason: 'One tower under two names.', preview_token: 'of the preview' } },
  undoMerge:                { params: { id: 'mrg_1' }, body: { reason: 'They are two after all.' } },
  operatorCreateKey:        { body: { plan: 'pro', email: 'you@example.ca' } },
  operatorMatch:            { body: { address: HOWE, explain: true } },
  operatorUpdateAccount:    { params: { id: 'acc_1' }, body: { plan: 'elite' } },
  operatorGetAccount:       { params: { id: 'acc_1' } },
  operatorUpdatePerson:     { params: { id: 'per_1' }, body: { role: 'curator' } },
  withdrawConsent:          { params: { id: 'gra_1' } },
  operatorBackup:           { body: { file: '/backups/plinth.backup' } },
  operatorImport:           { body: { file: '/data/projects.ndjson', source: 'builders', dry_run: true } },
  operatorGetImport:        { params: { id: 'imp_1' } },
  operatorListImports:      { query: { outcome: 'refused' } },
  operatorListImportChanges: { params: { id: 'imp_1' }, query: { kind: 'gone', q: 'howe' } },
  operatorListRejectedRows: { params: { id: 'imp_1' }, query: { column: 'storeys' } },
  operatorGetRejectedFile:  { params: { id: 'imp_1' } },
  operatorApproveImport:    { params: { id: 'imp_1' }, body: { reason: 'The city took the demolished buildings out.' } },
  operatorUpload:           { query: { name: 'buildings.csv' } },
  operatorPreviewRollback:  { params: { version: '2026-11-14.2' } },
  operatorRollback:         { body: { version: '2026-11-14.2', reason: 'The city’s file was cut off.' } },
  operatorSaveSource:       { body: { name: 'builders', location: '/data/projects.ndjson', enabled: true } },
  operatorRemoveSource:     { params: { name: 'builders' } },
  getMediaBytes:            { params: { sha256: '0'.repeat(64), variant: 'medium' }, query: { expires: 1, signature: 'x' } },
}

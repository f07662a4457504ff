// Every route of the REST API: method, path and operation. The operation says who may call it; docs/access.md lists all.

import * as auditExport from './account/audit-export.ts'
import { deleteAccount } from './account/delete-account-api.ts'
import * as invitations from './account/invitations-api.ts'
import * as members from './account/members-api.ts'
import { requestPlan } from './account/plan-requests-api.ts'
import * as sandboxEvents from './account/sandbox-events.ts'
import * as addresses from './addresses/parse-addresses.ts'
import * as apps from './api/applications.ts'
import * as audit from './api/audit-log-api.ts'
import * as batch from './api/building-link-batch.ts'
import * as links from './api/building-links.ts'
import * as calibrations from './api/calibration.ts'
import * as dataSources from './api/data-sources.ts'
import * as dataset from './api/dataset.ts'
import * as exports from './api/exports.ts'
import * as keys from './api/keys.ts'
import * as feedback from './api/link-feedback.ts'
import * as mcp from './api/mcp-endpoint.ts'
import * as media from './api/media-bytes.ts'
import * as people from './api/people-api.ts'
import { plans } from './api/plans-api.ts'
import * as parts from './api/project-parts.ts'
import * as projects from './api/projects.ts'
import * as system from './api/system.ts'
import * as deliveries from './api/webhook-deliveries.ts'
import * as endpoints from './api/webhook-endpoints.ts'
import * as eventTypes from './api/webhook-event-types.ts'
import * as buildings from './buildings/buildings-api.ts'
import * as desk from './desk/desk-cases.ts'
import * as ledger from './desk/desk-decisions.ts'
import * as joins from './desk/desk-joins.ts'
import * as deskMap from './desk/desk-map.ts'
import * as deskProjects from './desk/desk-projects.ts'
import { suggest as deskSuggest } from './desk/desk-suggest.ts'
import type { Mount } from './door/mount.ts'
import type { Route } from './door/route.ts'
import { route } from './door/route.ts'
import * as feeds from './listings/feed-operations.ts'
import * as listingBatch from './listings/listing-batch.ts'
import * as listingChanges from './listings/listing-changes.ts'
import * as listingDecisions from './listings/listing-decisions.ts'
import * as listingExport from './listings/listing-export.ts'
import * as listings from './listings/listing-operations.ts'
import * as listingViews from './listings/listing-views.ts'
import * as accounts from './operator/operator-accounts.ts'
import * as data from './operator/operator-data.ts'
import * as imports from './operator/operator-imports.ts'
import * as ops from './operator/operator-keys.ts'
import * as emailLinks from './pages/email-link-pages.tsx'
import * as invitationPages from './pages/invitation-pages.tsx'
import { mapTileRoutes } from './pages/map-tiles.ts'
import { oauthMounts } from './pages/oauth-endpoints.ts'
import { portalRoutes } from './pages/portal.ts'
import * as pages from './pages/sign-in-pages.tsx'
import { statusPage } from './pages/status-page.tsx'
import { docsRoutes } from './reference/docs.tsx'
import { suggest } from './suggest/suggest-operation.ts'
import * as requestLogs from './usage/request-logs.ts'
import { usage } from './usage/usage-api.ts'

// biome-ignore format: a table is read by its columns
export const routes: readonly Route[] = [
  route('GET',    '/api/v1/building-links',                                links.resolve),
  route('POST',   '/api/v1/building-links',                                links.resolveByPost),
  route('POST',   '/api/v1/building-links/batch',                          batch.batch),
  route('POST',   '/api/v1/building-links/feedback',                       feedback.create),

  route('GET',    '/api/v1/building-links/calibration',                    calibrations.calibration),

  route('GET',    '/api/v1/suggest',                                       suggest),
  route('POST',   '/api/v1/addresses/parse',                               addresses.parse),

  route('GET',    '/api/v1/projects',                                      projects.list),
  route('GET',    '/api/v1/projects/facets',                               projects.facets),
  route('GET',    '/api/v1/projects/map',                                  projects.map),
  route('GET',    '/api/v1/buildings',                                     buildings.list),
  route('POST',   '/api/v1/buildings/search',                              buildings.search),
  route('GET',    '/api/v1/buildings/map',                                 buildings.map),
  route('GET',    '/api/v1/buildings/{id}',                                buildings.detail),
  route('GET',    '/api/v1/map/labels',                                    projects.mapLabels),
  route('GET',    '/api/v1/projects/{id}',                                 projects.detail),
  route('GET',    '/api/v1/projects/{id}/floor-plans',                     parts.projectPlans),
  route('GET',    '/api/v1/projects/{id}/units',                           parts.projectUnits),
  route('GET',    '/api/v1/projects/{id}/media',                           parts.projectMedia),
  route('GET',    '/api/v1/projects/{id}/history',                         parts.history),
  route('GET',    '/api/v1/floor-plans',                                   parts.plans),
  route('GET',    '/api/v1/floor-plans/{id}',                              parts.plan),
  route('GET',    '/api/v1/floor-plans/{id}/price-history',                parts.prices),
  route('GET',    '/api/v1/units',                                         parts.units),
  route('GET',    '/api/v1/media',                                         parts.media),
  route('GET',    '/api/v1/media/{id}',                                    parts.mediaItem),
  route('GET',    '/api/v1/developers',                                    dataset.developers),
  route('GET',    '/api/v1/cities',                                        dataset.cities),
  route('GET',    '/api/v1/dataset',                                       dataset.detail),
  route('GET',    '/api/v1/dataset/attributions',                          dataSources.attributions),
  route('GET',    '/api/v1/changes',                                       dataset.changes),
  route('GET',    '/api/v1/exports',                                       exports.list),
  route('GET',    '/api/v1/exports/{file}',                                exports.file),
  route('POST',   '/mcp',                                                  mcp.post),
  route('GET',    '/media/{sha256}/{variant}',                             media.bytes),

  route('GET',    '/api/v1/listings',                                      listings.list),
  route('DELETE', '/api/v1/listings',                                      listings.removeFeed),
  route('POST',   '/api/v1/listings/batch',                                listingBatch.batch),
  route('GET',    '/api/v1/listings/changes',                              listingChanges.changes),
  route('GET',    '/api/v1/listings/counts',                               listingViews.counts),
  route('GET',    '/api/v1/listings/duplicates',                           listingViews.duplicates),
  route('GET',    '/api/v1/listings/export',                               listingExport.exportAll),
  route('PUT',    '/api/v1/listings/{key}',                                listings.put),
  route('GET',    '/api/v1/listings/{key}',                                listings.one),
  route('DELETE', '/api/v1/listings/{key}',                                listings.remove),
  route('GET',    '/api/v1/listings/{key}/history',                        listingDecisions.history),
  route('POST',   '/api/v1/listings/{key}/decision',                       listingDecisions.decide),
  route('DELETE', '/api/v1/listings/{key}/decision',                       listingDecisions.undo),
  route('GET',    '/api/v1/projects/{id}/listings',                        listingViews.inProject),

  route('GET',    '/api/v1/feeds',                                         feeds.list),
  route('POST',   '/api/v1/feeds',                                         feeds.create),
  route('POST',   '/api/v1/feeds/try',                                     feeds.attempt),
  route('GET',    '/api/v1/feeds/{id}',                                    feeds.one),
  route('PATCH',  '/api/v1/feeds/{id}',                                    feeds.update),
  route('DELETE', '/api/v1/feeds/{id}',                                    feeds.remove),
  route('POST',   '/api/v1/feeds/{id}/run',                                feeds.run),
  route('POST',   '/api/v1/feeds/{id}/pause',                              feeds.pause),
  route('POST',   '/api/v1/feeds/{id}/resume',                             feeds.resume),
  route('POST',   '/api/v1/feeds/{id}/approve',                            feeds.approve),
  route('GET',    '/api/v1/feeds/{id}/runs',                               feeds.runs),
  route('POST',   '/api/v1/feeds/{id}/file',                               feeds.upload),

  route('POST',   '/api/v1/accounts',                                      keys.signUp),
  route('GET',    '/api/v1/plans',                                         plans),
  route('POST',   '/api/v1/plan-requests',                                 requestPlan),
  route('GET',    '/api/v1/me',                                            keys.me),
  route('GET',    '/api/v1/usage',                                         usage),
  route('GET',    '/api/v1/request-logs',                                  requestLogs.list),
  route('GET',    '/api/v1/api-keys',                                      keys.list),
  route('POST',   '/api/v1/api-keys',                                      keys.create),
  route('POST',   '/api/v1/api-keys/{id}/rotate',                          keys.rotate),
  route('DELETE', '/api/v1/api-keys/{id}',                                 keys.revoke),

  route('GET',    '/api/v1/audit-log',                                     audit.own),
  route('GET',    '/api/v1/audit-log/export',                              auditExport.own),

  route('GET',    '/api/v1/oauth/applications',                            apps.list),
  route('POST',   '/api/v1/oauth/applications',                            apps.create),
  route('PATCH',  '/api/v1/oauth/applications/{id}',                       apps.update),
  route('DELETE', '/api/v1/oauth/applications/{id}',                       apps.remove),
  route('POST',   '/api/v1/oauth/applications/{id}/rotate-secret',         apps.rotate),
  route('GET',    '/api/v1/oauth/grants',                                  apps.grants),
  route('DELETE', '/api/v1/oauth/grants/{id}',                             apps.withdraw),
  route('GET',    '/.well-known/oauth-protected-resource',                 apps.protectedResource('any')),
  route('GET',    '/.well-known/oauth-protected-resource/api/v1',          apps.protectedResource('api')),
  route('GET',    '/.well-known/oauth-protected-resource/mcp',             apps.protectedResource('mcp')),

  route('DELETE', '/api/v1/account',                                       deleteAccount),
  route('GET',    '/api/v1/people',                                        members.list),
  route('POST',   '/api/v1/people',                                        people.create),
  route('PATCH',  '/api/v1/people/{id}',                                   members.update),
  route('DELETE', '/api/v1/people/{id}',                                   members.remove),
  route('POST',   '/api/v1/people/verify',                                 people.verify),
  route('POST',   '/api/v1/people/verify/resend',                          people.resend),
  route('POST',   '/api/v1/people/reset',                                  people.requestReset),
  route('POST',   '/api/v1/people/reset/confirm',                          people.confirmReset),
  route('POST',   '/api/v1/people/password',                               people.changePassword),
  route('GET',    '/api/v1/invitations',                                   invitations.list),
  route('POST',   '/api/v1/invitations',                                   invitations.create),
  route('POST',   '/api/v1/invitations/accept',                            invitations.accept),
  route('POST',   '/api/v1/invitations/{id}/resend',                       invitations.resend),
  route('DELETE', '/api/v1/invitations/{id}',                              invitations.withdraw),
  route('POST',   '/api/v1/sessions',                                      people.signIn),
  route('GET',    '/api/v1/sessions/current',                              people.current),
  route('PATCH',  '/api/v1/sessions/current',                              people.update),
  route('DELETE', '/api/v1/sessions/current',                              people.signOut),
  route('GET',    '/api/v1/webhooks/event-types',                          eventTypes.list),
  route('GET',    '/api/v1/webhooks/endpoints',                            endpoints.list),
  route('POST',   '/api/v1/webhooks/endpoints',                            endpoints.create),
  route('GET',    '/api/v1/webhooks/endpoints/{id}',                       endpoints.one),
  route('PATCH',  '/api/v1/webhooks/endpoints/{id}',                       endpoints.update),
  route('DELETE', '/api/v1/webhooks/endpoints/{id}',                       endpoints.remove),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/rotate-secret',         endpoints.rotateSecret),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/test',                  endpoints.test),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/enable',                endpoints.enable),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/replay',                endpoints.replay),
  route('GET',    '/api/v1/webhooks/deliveries',                           deliveries.list),
  route('GET',    '/api/v1/webhooks/deliveries/{id}',                      deliveries.one),
  route('POST',   '/api/v1/webhooks/deliveries/{id}/redeliver',            deliveries.redeliver),

  route('POST',   '/api/v1/sandbox/events',                                sandboxEvents.send),

  route('GET',    '/api/v1/desk/queue',                                    desk.queue),
  route('GET',    '/api/v1/desk/cases/{id}',                               desk.oneCase),
  route('POST',   '/api/v1/desk/cases/{id}/decide',                        desk.decide),
  route('GET',    '/api/v1/desk/map/labels',                               deskMap.labels),
  route('GET',    '/api/v1/desk/suggest',                                  deskSuggest),
  route('GET',    '/api/v1/desk/projects',                                 deskProjects.search),
  route('GET',    '/api/v1/desk/projects/{id}',                            deskProjects.detail),
  route('GET',    '/api/v1/desk/projects/{id}/values',                     joins.projectValues),
  route('POST',   '/api/v1/desk/projects/{id}/corrections',                deskProjects.correct),
  route('POST',   '/api/v1/desk/projects/{id}/corrections/{correction}/revoke', deskProjects.revoke),
  route('GET',    '/api/v1/desk/projects/{id}/merge-preview',              deskProjects.preview),
  route('POST',   '/api/v1/desk/projects/{id}/merge',                      deskProjects.merge),
  route('POST',   '/api/v1/desk/merges/{id}/undo',                         deskProjects.undo),
  route('POST',   '/api/v1/desk/cases/{id}/reopen',                        desk.reopen),
  route('GET',    '/api/v1/desk/joins',                                    joins.list),
  route('GET',    '/api/v1/desk/joins/{id}',                               joins.one),
  route('POST',   '/api/v1/desk/joins/{id}',                               joins.decide),
  route('POST',   '/api/v1/desk/joins/{id}/undo',                          joins.undo),
  route('GET',    '/api/v1/desk/decisions',                                ledger.decisions),
  route('GET',    '/api/v1/desk/decisions/{id}',                           ledger.oneDecision),
  route('POST',   '/api/v1/desk/decisions/{id}/revoke',                    ledger.revoke),
  route('POST',   '/api/v1/desk/decisions/{id}/undo',                      ledger.undo),
  route('GET',    '/api/v1/desk/alias-proposals',                          ledger.proposals),
  route('POST',   '/api/v1/desk/alias-proposals',                          ledger.propose),
  route('POST',   '/api/v1/desk/alias-proposals/{id}/settle',              ledger.settle),
  route('GET',    '/api/v1/desk/labels',                                   ledger.labels),

  route('POST',   '/api/v1/operator/keys',                                 ops.createAccountKey),
  route('POST',   '/api/v1/operator/match',                                ops.match),
  route('GET',    '/api/v1/operator/buildings',                            ops.buildings),
  route('GET',    '/api/v1/operator/accounts',                             accounts.list),
  route('GET',    '/api/v1/operator/accounts/{id}',                        accounts.detail),
  route('PATCH',  '/api/v1/operator/accounts/{id}',                        accounts.update),
  route('DELETE', '/api/v1/operator/accounts/{id}',                        accounts.erase),
  route('GET',    '/api/v1/operator/people',                               accounts.people),
  route('PATCH',  '/api/v1/operator/people/{id}',                          accounts.updatePerson),
  route('GET',    '/api/v1/operator/audit-log',                            audit.all),
  route('GET',    '/api/v1/operator/audit-log/export',                     auditExport.all),
  route('POST',   '/api/v1/operator/backup',                               ops.backup),
  route('POST',   '/api/v1/operator/imports',                              data.importData),
  route('GET',    '/api/v1/operator/imports',                              imports.list),
  route('GET',    '/api/v1/operator/imports/{id}',                         imports.detail),
  route('GET',    '/api/v1/operator/imports/{id}/changes',                 imports.changes),
  route('GET',    '/api/v1/operator/imports/{id}/rejected',                imports.rejected),
  route('GET',    '/api/v1/operator/imports/{id}/rejected.csv',            imports.rejectedFile),
  route('POST',   '/api/v1/operator/imports/{id}/approve',                 imports.approve),
  route('POST',   '/api/v1/operator/uploads',                              imports.upload),
  route('POST',   '/api/v1/operator/refresh',                              data.refreshNow),
  route('POST',   '/api/v1/operator/rollback',                             data.rollbackTo),
  route('POST',   '/api/v1/operator/demo',                                 data.makeDemo),
  route('GET',    '/api/v1/operator/versions',                             data.versions),
  route('GET',    '/api/v1/operator/versions/{version}/preview',           data.preview),
  route('GET',    '/api/v1/operator/freshness',                            data.freshness),
  route('GET',    '/api/v1/operator/sources',                              data.sources),
  route('POST',   '/api/v1/operator/sources',                              data.addSource),
  route('PATCH',  '/api/v1/operator/sources/{name}',                       data.changeSource),
  route('DELETE', '/api/v1/operator/sources/{name}',                       data.dropSource),
  route('POST',   '/api/v1/operator/oauth/rotate-keys',                    apps.rotateKeys),
  route('GET',    '/metrics',                                              ops.metrics),

  route('GET',    '/healthz',                                              system.health),
  route('GET',    '/readyz',                                               system.readiness),
  route('GET',    '/sign-in',                                              pages.signInPage),
  route('POST',   '/sign-in',                                              pages.signIn),
  route('GET',    '/sign-out',                                             pages.signOutPage),
  route('POST',   '/sign-out',                                             pages.signOut),
  route('GET',    '/reset',                                                emailLinks.resetPage),
  route('POST',   '/reset',                                                emailLinks.reset),
  route('GET',    '/reset/{token}',                                        emailLinks.newPasswordPage),
  route('POST',   '/reset/{token}',                                        emailLinks.newPassword),
  route('GET',    '/verify/{token}',                                       emailLinks.verifyPage),
  route('POST',   '/verify/{token}',                                       emailLinks.verify),
  route('GET',    '/invitations/{token}',                                  invitationPages.invitationPage),
  route('POST',   '/invitations/{token}',                                  invitationPages.acceptInvitation),
  route('GET',    '/status',                                               statusPage),
  ...docsRoutes(() => routes),
  ...mapTileRoutes,
  ...portalRoutes,
]

/** Paths with their own handler, which authenticates callers itself. */
export const mounts: readonly Mount[] = oauthMounts

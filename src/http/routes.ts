// Every route of the REST door on one screen: method, path, who may call it, and what it does.
// What `key` asks of a credential, operation by operation, is the table in access/policies.ts.

import * as apps from './api/applications.ts'
import * as audit from './api/audit-log-api.ts'
import * as batch from './api/building-link-batch.ts'
import * as links from './api/building-links.ts'
import * as calibrations from './api/calibration.ts'
import * as dataset from './api/dataset.ts'
import * as exports from './api/exports.ts'
import * as keys from './api/keys.ts'
import * as feedback from './api/link-feedback.ts'
import * as agents from './api/mcp-endpoint.ts'
import * as media from './api/media-bytes.ts'
import * as people from './api/people-api.ts'
import { plans } from './api/plans-api.ts'
import * as parts from './api/project-parts.ts'
import * as projects from './api/projects.ts'
import * as system from './api/system.ts'
import * as deliveries from './api/webhook-deliveries.ts'
import * as endpoints from './api/webhook-endpoints.ts'
import * as eventTypes from './api/webhook-event-types.ts'
import * as desk from './desk/desk-cases.ts'
import * as ledger from './desk/desk-decisions.ts'
import * as deskProjects from './desk/desk-projects.ts'
import type { Mount } from './door/mount.ts'
import type { Route } from './door/route.ts'
import { curator, key, open, operator, person, route } from './door/route.ts'
import * as accounts from './operator/operator-accounts.ts'
import * as data from './operator/operator-data.ts'
import * as imports from './operator/operator-imports.ts'
import * as ops from './operator/operator-keys.ts'
import * as mailed from './pages/mailed-link-pages.ts'
import { oauthMounts } from './pages/oauth-endpoints.ts'
import { portalRoutes } from './pages/portal.ts'
import * as pages from './pages/sign-in-pages.ts'
import * as docs from './reference/docs.ts'
import * as guides from './reference/guides.ts'

// biome-ignore format: a table is read by its columns
export const routes: readonly Route[] = [
  route('GET',    '/api/v1/building-links',                                key,      links.resolve),
  route('POST',   '/api/v1/building-links',                                key,      links.resolveByPost),
  route('POST',   '/api/v1/building-links/batch',                          key,      batch.batch),
  route('POST',   '/api/v1/building-links/feedback',                       key,      feedback.create),

  route('GET',    '/api/v1/building-links/calibration',                    key,      calibrations.calibration),

  route('GET',    '/api/v1/projects',                                      key,      projects.list),
  route('GET',    '/api/v1/projects/facets',                               key,      projects.facets),
  route('GET',    '/api/v1/projects/map',                                  key,      projects.map),
  route('GET',    '/api/v1/projects/{id}',                                 key,      projects.detail),
  route('GET',    '/api/v1/projects/{id}/floor-plans',                     key,      parts.projectPlans),
  route('GET',    '/api/v1/projects/{id}/units',                           key,      parts.projectUnits),
  route('GET',    '/api/v1/projects/{id}/media',                           key,      parts.projectMedia),
  route('GET',    '/api/v1/projects/{id}/history',                         key,      parts.history),
  route('GET',    '/api/v1/floor-plans',                                   key,      parts.plans),
  route('GET',    '/api/v1/floor-plans/{id}',                              key,      parts.plan),
  route('GET',    '/api/v1/floor-plans/{id}/price-history',                key,      parts.prices),
  route('GET',    '/api/v1/units',                                         key,      parts.units),
  route('GET',    '/api/v1/media',                                         key,      parts.media),
  route('GET',    '/api/v1/media/{id}',                                    key,      parts.mediaItem),
  route('GET',    '/api/v1/developers',                                    key,      dataset.developers),
  route('GET',    '/api/v1/cities',                                        key,      dataset.cities),
  route('GET',    '/api/v1/dataset',                                       key,      dataset.detail),
  route('GET',    '/api/v1/changes',                                       key,      dataset.changes),
  route('GET',    '/api/v1/exports',                                       key,      exports.list),
  route('GET',    '/api/v1/exports/{file}',                                key,      exports.file),
  route('POST',   '/mcp',                                                  key,      agents.post),
  route('GET',    '/media/{sha256}/{variant}',                             open,     media.bytes),

  route('POST',   '/api/v1/accounts',                                      open,     keys.signUp),
  route('GET',    '/api/v1/plans',                                         open,     plans),
  route('GET',    '/api/v1/me',                                            key,      keys.me),
  route('GET',    '/api/v1/usage',                                         key,      keys.usage),
  route('GET',    '/api/v1/api-keys',                                      key,      keys.list),
  route('POST',   '/api/v1/api-keys',                                      key,      keys.create),
  route('POST',   '/api/v1/api-keys/{id}/rotate',                          key,      keys.rotate),
  route('DELETE', '/api/v1/api-keys/{id}',                                 key,      keys.revoke),

  route('GET',    '/api/v1/audit-log',                                     key,      audit.own),

  route('GET',    '/api/v1/oauth/applications',                            key,      apps.list),
  route('POST',   '/api/v1/oauth/applications',                            key,      apps.create),
  route('PATCH',  '/api/v1/oauth/applications/{id}',                       key,      apps.update),
  route('DELETE', '/api/v1/oauth/applications/{id}',                       key,      apps.remove),
  route('POST',   '/api/v1/oauth/applications/{id}/rotate-secret',         key,      apps.rotate),
  route('GET',    '/api/v1/oauth/grants',                                  person,   apps.grants),
  route('DELETE', '/api/v1/oauth/grants/{id}',                             person,   apps.withdraw),
  route('GET',    '/.well-known/oauth-protected-resource',                 open,     apps.protectedResource('any')),
  route('GET',    '/.well-known/oauth-protected-resource/api/v1',          open,     apps.protectedResource('api')),
  route('GET',    '/.well-known/oauth-protected-resource/mcp',             open,     apps.protectedResource('mcp')),

  route('POST',   '/api/v1/people',                                        key,      people.create),
  route('POST',   '/api/v1/people/verify',                                 open,     people.verify),
  route('POST',   '/api/v1/people/verify/resend',                          person,   people.resend),
  route('POST',   '/api/v1/people/reset',                                  open,     people.requestReset),
  route('POST',   '/api/v1/people/reset/confirm',                          open,     people.confirmReset),
  route('POST',   '/api/v1/people/password',                               person,   people.changePassword),
  route('POST',   '/api/v1/sessions',                                      open,     people.signIn),
  route('GET',    '/api/v1/sessions/current',                              person,   people.current),
  route('DELETE', '/api/v1/sessions/current',                              person,   people.signOut),
  route('GET',    '/api/v1/webhooks/event-types',                          key,      eventTypes.list),
  route('GET',    '/api/v1/webhooks/endpoints',                            key,      endpoints.list),
  route('POST',   '/api/v1/webhooks/endpoints',                            key,      endpoints.create),
  route('GET',    '/api/v1/webhooks/endpoints/{id}',                       key,      endpoints.one),
  route('PATCH',  '/api/v1/webhooks/endpoints/{id}',                       key,      endpoints.update),
  route('DELETE', '/api/v1/webhooks/endpoints/{id}',                       key,      endpoints.remove),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/rotate-secret',         key,      endpoints.rotateSecret),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/test',                  key,      endpoints.test),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/enable',                key,      endpoints.enable),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/replay',                key,      endpoints.replay),
  route('GET',    '/api/v1/webhooks/deliveries',                           key,      deliveries.list),
  route('GET',    '/api/v1/webhooks/deliveries/{id}',                      key,      deliveries.one),
  route('POST',   '/api/v1/webhooks/deliveries/{id}/redeliver',            key,      deliveries.redeliver),

  route('GET',    '/api/v1/desk/queue',                                    curator,  desk.queue),
  route('GET',    '/api/v1/desk/cases/{id}',                               curator,  desk.oneCase),
  route('POST',   '/api/v1/desk/cases/{id}/decide',                        curator,  desk.decide),
  route('GET',    '/api/v1/desk/projects',                                 curator,  deskProjects.search),
  route('GET',    '/api/v1/desk/projects/{id}',                            curator,  deskProjects.detail),
  route('POST',   '/api/v1/desk/projects/{id}/corrections',                curator,  deskProjects.correct),
  route('POST',   '/api/v1/desk/projects/{id}/corrections/{correction}/revoke', curator, deskProjects.revoke),
  route('GET',    '/api/v1/desk/projects/{id}/merge-preview',              curator,  deskProjects.preview),
  route('POST',   '/api/v1/desk/projects/{id}/merge',                      curator,  deskProjects.merge),
  route('POST',   '/api/v1/desk/merges/{id}/undo',                         curator,  deskProjects.undo),
  route('POST',   '/api/v1/desk/cases/{id}/reopen',                        curator,  desk.reopen),
  route('GET',    '/api/v1/desk/decisions',                                curator,  ledger.decisions),
  route('GET',    '/api/v1/desk/decisions/{id}',                           curator,  ledger.oneDecision),
  route('POST',   '/api/v1/desk/decisions/{id}/revoke',                    curator,  ledger.revoke),
  route('POST',   '/api/v1/desk/decisions/{id}/undo',                      curator,  ledger.undo),
  route('GET',    '/api/v1/desk/alias-proposals',                          curator,  ledger.proposals),
  route('POST',   '/api/v1/desk/alias-proposals',                          curator,  ledger.propose),
  route('POST',   '/api/v1/desk/alias-proposals/{id}/settle',              curator,  ledger.settle),
  route('GET',    '/api/v1/desk/labels',                                   curator,  ledger.labels),

  route('POST',   '/api/v1/operator/keys',                                 operator, ops.createAccountKey),
  route('POST',   '/api/v1/operator/match',                                operator, ops.match),
  route('GET',    '/api/v1/operator/accounts',                             operator, accounts.list),
  route('GET',    '/api/v1/operator/accounts/{id}',                        operator, accounts.detail),
  route('PATCH',  '/api/v1/operator/accounts/{id}',                        operator, accounts.update),
  route('GET',    '/api/v1/operator/people',                               operator, accounts.people),
  route('PATCH',  '/api/v1/operator/people/{id}',                          operator, accounts.updatePerson),
  route('GET',    '/api/v1/operator/audit-log',                            operator, audit.all),
  route('POST',   '/api/v1/operator/backup',                               operator, ops.backup),
  route('POST',   '/api/v1/operator/imports',                              operator, data.importData),
  route('GET',    '/api/v1/operator/imports',                              operator, imports.list),
  route('GET',    '/api/v1/operator/imports/{id}',                         operator, imports.detail),
  route('GET',    '/api/v1/operator/imports/{id}/changes',                 operator, imports.changes),
  route('GET',    '/api/v1/operator/imports/{id}/rejected',                operator, imports.rejected),
  route('GET',    '/api/v1/operator/imports/{id}/rejected.csv',            operator, imports.rejectedFile),
  route('POST',   '/api/v1/operator/imports/{id}/approve',                 operator, imports.approve),
  route('POST',   '/api/v1/operator/uploads',                              operator, imports.upload),
  route('POST',   '/api/v1/operator/refresh',                              operator, data.refreshNow),
  route('POST',   '/api/v1/operator/rollback',                             operator, data.rollbackTo),
  route('POST',   '/api/v1/operator/demo',                                 operator, data.makeDemo),
  route('GET',    '/api/v1/operator/versions',                             operator, data.versions),
  route('GET',    '/api/v1/operator/versions/{version}/preview',           operator, data.preview),
  route('GET',    '/api/v1/operator/freshness',                            operator, data.freshness),
  route('GET',    '/api/v1/operator/sources',                              operator, data.sources),
  route('POST',   '/api/v1/operator/sources',                              operator, data.addSource),
  route('DELETE', '/api/v1/operator/sources/{name}',                       operator, data.dropSource),
  route('POST',   '/api/v1/operator/oauth/rotate-keys',                    operator, apps.rotateKeys),
  route('GET',    '/metrics',                                              operator, ops.metrics),

  route('GET',    '/healthz',                                              open,     system.health),
  route('GET',    '/readyz',                                               open,     system.readiness),
  route('GET',    '/openapi.json',                                         open,     docs.openApiOperation(() => routes)),
  route('GET',    '/sign-in',                                              open,     pages.signInPage),
  route('POST',   '/sign-in',                                              open,     pages.signIn),
  route('GET',    '/sign-out',                                             open,     pages.signOutPage),
  route('POST',   '/sign-out',                                             open,     pages.signOut),
  route('GET',    '/reset',                                                open,     mailed.resetPage),
  route('POST',   '/reset',                                                open,     mailed.reset),
  route('GET',    '/reset/{token}',                                        open,     mailed.newPasswordPage),
  route('POST',   '/reset/{token}',                                        open,     mailed.newPassword),
  route('GET',    '/verify/{token}',                                       open,     mailed.verifyPage),
  route('POST',   '/verify/{token}',                                       open,     mailed.verify),
  route('GET',    '/docs',                                                 open,     docs.reference),
  route('GET',    '/docs/reference.js',                                    open,     docs.referenceScript),
  route('GET',    '/docs/start.js',                                        open,     docs.referenceStart),
  route('GET',    '/docs/guides',                                          open,     guides.guideList),
  route('GET',    '/docs/guides/{name}',                                   open,     guides.guide),
  route('GET',    '/docs/errors/{code}',                                   open,     guides.errorPage),
  route('GET',    '/llms.txt',                                             open,     guides.llmsOperation(() => routes)),
  ...portalRoutes,
]

/** Paths that are handed on whole; who may do what there is decided by the program behind them. */
export const mounts: readonly Mount[] = oauthMounts

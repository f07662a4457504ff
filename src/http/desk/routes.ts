// The routes of the desk.
import type { Route } from '../server/route.ts'
import { route } from '../server/route.ts'
import * as desk from './desk-cases.ts'
import * as ledger from './desk-decisions.ts'
import * as joins from './desk-joins.ts'
import * as deskMap from './desk-map.ts'
import * as deskProjects from './desk-projects.ts'
import { suggest as deskSuggest } from './desk-suggest.ts'

// biome-ignore format: a table is read by its columns
export const deskRoutes: readonly Route[] = [
  route('GET',    '/api/v1/desk/queue',                                         desk.queue),
  route('GET',    '/api/v1/desk/cases/{id}',                                    desk.oneCase),
  route('POST',   '/api/v1/desk/cases/{id}/decide',                             desk.decide),
  route('GET',    '/api/v1/desk/map/labels',                                    deskMap.labels),
  route('GET',    '/api/v1/desk/suggest',                                       deskSuggest),
  route('GET',    '/api/v1/desk/projects',                                      deskProjects.search),
  route('GET',    '/api/v1/desk/projects/{id}',                                 deskProjects.detail),
  route('GET',    '/api/v1/desk/projects/{id}/values',                          joins.projectValues),
  route('POST',   '/api/v1/desk/projects/{id}/corrections',                     deskProjects.correct),
  route('POST',   '/api/v1/desk/projects/{id}/corrections/{correction}/revoke', deskProjects.revoke),
  route('GET',    '/api/v1/desk/projects/{id}/merge-preview',                   deskProjects.preview),
  route('POST',   '/api/v1/desk/projects/{id}/merge',                           deskProjects.merge),
  route('POST',   '/api/v1/desk/merges/{id}/undo',                              deskProjects.undo),
  route('POST',   '/api/v1/desk/cases/{id}/reopen',                             desk.reopen),
  route('GET',    '/api/v1/desk/joins',                                         joins.list),
  route('POST',   '/api/v1/desk/joins',                                         joins.decidePair),
  route('GET',    '/api/v1/desk/automatic-joins',                               joins.automatic),
  route('GET',    '/api/v1/desk/joins/{id}',                                    joins.one),
  route('POST',   '/api/v1/desk/joins/{id}',                                    joins.decide),
  route('POST',   '/api/v1/desk/joins/{id}/undo',                               joins.undo),
  route('GET',    '/api/v1/desk/decisions',                                     ledger.decisions),
  route('GET',    '/api/v1/desk/decisions/{id}',                                ledger.oneDecision),
  route('POST',   '/api/v1/desk/decisions/{id}/revoke',                         ledger.revoke),
  route('POST',   '/api/v1/desk/decisions/{id}/undo',                           ledger.undo),
  route('GET',    '/api/v1/desk/alias-proposals',                               ledger.proposals),
  route('POST',   '/api/v1/desk/alias-proposals',                               ledger.propose),
  route('POST',   '/api/v1/desk/alias-proposals/{id}/settle',                   ledger.settle),
  route('GET',    '/api/v1/desk/labels',                                        ledger.labels),
]

// Every route of the service: those of all resources and pages. The operation says who may call it; docs/access.md lists all.

import { accountRoutes } from './account/routes.ts'
import { addressesRoutes } from './addresses/parse-addresses.ts'
import { buildingUnitsRoutes } from './buildings/building-units.ts'
import { buildingsRoutes } from './buildings/buildings-api.ts'
import { coverageRoutes } from './dataset/coverage-operation.ts'
import { datasetRoutes } from './dataset/dataset.ts'
import { exportsRoutes } from './dataset/exports.ts'
import { deskRoutes } from './desk/routes.ts'
import { feedsRoutes } from './feeds/feed-operations.ts'
import { filesRoutes } from './files/file-operations.ts'
import { linkBatchRoutes } from './links/building-link-batch.ts'
import { linksRoutes } from './links/building-links.ts'
import { calibrationRoutes } from './links/calibration.ts'
import { feedbackRoutes } from './links/link-feedback.ts'
import { listingsRoutes } from './listings/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { mapTileRoutes } from './pages/map-tiles.ts'
import { oauthMounts } from './pages/oauth-endpoints.ts'
import { portalRoutes } from './pages/portal.ts'
import { pagesRoutes } from './pages/routes.ts'
import { projectPartsRoutes } from './projects/project-parts.ts'
import { projectsRoutes } from './projects/projects.ts'
import { docsRoutes } from './reference/docs.tsx'
import type { Mount } from './server/mount.ts'
import type { Route } from './server/route.ts'
import { sourcesRoutes } from './sources/data-sources.ts'
import { suggestRoutes } from './suggest/suggest-operation.ts'
import { mcpRoutes } from './system/mcp-endpoint.ts'
import { mediaRoutes } from './system/media-bytes.ts'
import { systemRoutes } from './system/system.ts'
import { sandboxEventsRoutes } from './webhooks/sandbox-events.ts'
import { deliveriesRoutes } from './webhooks/webhook-deliveries.ts'
import { endpointsRoutes } from './webhooks/webhook-endpoints.ts'
import { eventTypeRoutes } from './webhooks/webhook-event-types.ts'

export const routes: readonly Route[] = [
  ...linksRoutes,
  ...linkBatchRoutes,
  ...feedbackRoutes,
  ...calibrationRoutes,
  ...suggestRoutes,
  ...addressesRoutes,
  ...projectsRoutes,
  ...projectPartsRoutes,
  ...buildingsRoutes,
  ...buildingUnitsRoutes,
  ...datasetRoutes,
  ...coverageRoutes,
  ...exportsRoutes,
  ...sourcesRoutes,
  ...mcpRoutes,
  ...mediaRoutes,
  ...systemRoutes,
  ...listingsRoutes,
  ...feedsRoutes,
  ...filesRoutes,
  ...accountRoutes,
  ...eventTypeRoutes,
  ...endpointsRoutes,
  ...deliveriesRoutes,
  ...sandboxEventsRoutes,
  ...deskRoutes,
  ...operatorRoutes,
  ...pagesRoutes,
  ...docsRoutes(() => routes),
  ...mapTileRoutes,
  ...portalRoutes,
]

/** Paths with their own handler, which authenticates callers itself. */
export const mounts: readonly Mount[] = oauthMounts

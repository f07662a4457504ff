// Every route of the service: those of all resources and pages. The operation says who may call it; docs/access.md lists all.

import { accountRoutes } from './account/routes.ts'
import { addressesRoutes } from './addresses/routes.ts'
import { buildingsRoutes } from './buildings/routes.ts'
import { datasetRoutes } from './dataset/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import type { Mount } from './door/mount.ts'
import type { Route } from './door/route.ts'
import { feedsRoutes } from './feeds/routes.ts'
import { linksRoutes } from './links/routes.ts'
import { listingsRoutes } from './listings/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { mapTileRoutes } from './pages/map-tiles.ts'
import { oauthMounts } from './pages/oauth-endpoints.ts'
import { portalRoutes } from './pages/portal.ts'
import { pagesRoutes } from './pages/routes.ts'
import { projectsRoutes } from './projects/routes.ts'
import { docsRoutes } from './reference/docs.tsx'
import { sourcesRoutes } from './sources/routes.ts'
import { suggestRoutes } from './suggest/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { webhooksRoutes } from './webhooks/routes.ts'

export const routes: readonly Route[] = [
  ...linksRoutes,
  ...suggestRoutes,
  ...addressesRoutes,
  ...projectsRoutes,
  ...buildingsRoutes,
  ...datasetRoutes,
  ...sourcesRoutes,
  ...systemRoutes,
  ...listingsRoutes,
  ...feedsRoutes,
  ...accountRoutes,
  ...webhooksRoutes,
  ...deskRoutes,
  ...operatorRoutes,
  ...pagesRoutes,
  ...docsRoutes(() => routes),
  ...mapTileRoutes,
  ...portalRoutes,
]

/** Paths with their own handler, which authenticates callers itself. */
export const mounts: readonly Mount[] = oauthMounts

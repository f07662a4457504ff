// plinth link --near: the nearest buildings of a point, from a server or from local data.

import { DEFAULT_LIMIT, DEFAULT_MIN_CONFIDENCE } from '@plinth/matcher'
import { loadModel } from '../../app/model-file.ts'
import { snapshotFiles } from '../../app/snapshot-files.ts'
import { Catalog } from '../../catalog/catalog.ts'
import { toLinkResponseJson } from '../../http/links/link-json.ts'
import type { LinkResponse } from '../../http/links/link-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import { Links } from '../../links/links.ts'
import type { MapPoint } from '../terminal/arguments.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedService } from '../terminal/service-connection.ts'

interface NearOptions extends ServiceOptions {
  readonly sandbox?: boolean
}

/** With evidence, so that it can be explained. */
export async function linkNear(config: Config, point: MapPoint, options: NearOptions): Promise<LinkResponse> {
  const service = options.sandbox ? undefined : namedService(config, options)
  if (service) return service.buildingLinks.ask({ ...point, include: ['evidence'] })
  const dataset = options.sandbox ? 'sandbox' : 'production'
  const { answer } = await serverOrLocal<{ answer: LinkResponse }>(config, {
    server: (server) => server.requestData('POST', '/api/v1/operator/match', { ...point, explain: true, dataset }),
    local: async ({ db, secrets }) => {
      const { model } = loadModel(config.modelFile)
      const files = snapshotFiles(config, secrets)
      const catalog = new Catalog({ db, model, streetsFolder: config.streetsFolder, files })
      await catalog.refresh()
      const result = new Links(catalog).resolveLocation(
        {
          point,
          postal: null,
          unit: null,
          explain: true,
          limit: DEFAULT_LIMIT,
          min_confidence: DEFAULT_MIN_CONFIDENCE,
        },
        dataset,
      )
      await catalog.stop()
      return { answer: toLinkResponseJson(result, { include: ['evidence'] }) }
    },
  })
  return answer
}

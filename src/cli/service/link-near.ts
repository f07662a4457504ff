// plinth link --near: the nearest buildings of a point, from a server or from local data.

import { DEFAULT_LIMIT, DEFAULT_MIN_CONFIDENCE } from '@plinth/matcher'
import { loadModel } from '../../app/model-file.ts'
import { toLinkResponseJson } from '../../http/links/link-json.ts'
import type { LinkResponse } from '../../http/links/link-schemas.ts'
import type { Config } from '../../kernel/config.ts'
import { Links } from '../../links/links.ts'
import type { MapPoint } from '../terminal/arguments.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import { namedService } from '../terminal/service-connection.ts'
import type { ReadOptions } from './catalog-source.ts'
import { unstartedSandbox, withCatalog } from './catalog-source.ts'

/** With evidence, so that it can be explained. */
export async function linkNear(config: Config, point: MapPoint, options: ReadOptions): Promise<LinkResponse> {
  const service = options.sandbox ? undefined : namedService(config, options)
  if (service) return service.buildingLinks.ask({ ...point, include: ['evidence'] })
  const dataset = options.sandbox ? 'sandbox' : 'production'
  const nearest = (links: Links) => {
    const limits = { limit: DEFAULT_LIMIT, min_confidence: DEFAULT_MIN_CONFIDENCE }
    const query = { point, postal: null, unit: null, explain: true, ...limits }
    return { answer: toLinkResponseJson(links.resolveLocation(query, dataset), { include: ['evidence'] }) }
  }
  const sandbox = options.sandbox ? await unstartedSandbox(config) : undefined
  if (sandbox) return nearest(new Links({ snapshot: () => sandbox })).answer
  const { answer } = await serverOrLocal<{ answer: LinkResponse }>(config, {
    server: (server) => server.requestData('POST', '/api/v1/operator/match', { ...point, explain: true, dataset }),
    local: (foundation) =>
      withCatalog(config, foundation, { model: loadModel(config.modelFile).model }, (catalog) =>
        nearest(new Links(catalog)),
      ),
  })
  return answer
}

// Passes paths to another handler, such as the OAuth server, without reading the body.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { setRateHeaders } from './rate-headers.ts'
import { inspectUrl, limitBodyTime } from './request-checks.ts'
import type { HttpServerOptions } from './request-context.ts'
import { startRequest } from './request-context.ts'
import { recordRequest } from './send-response.ts'
import type { Services } from './services.ts'

const BODY_LIMIT = 64 * 1024

export interface Mount {
  readonly methods: readonly HTTPMethods[]
  readonly path: string
  /** For metrics: method and path. */
  readonly name: string
  /** The handler authenticates callers itself. */
  readonly policy: { readonly who: 'mounted'; readonly decides: string }
  /** Writes to the raw response. An error thrown before that becomes a problem response. */
  readonly handle: (request: FastifyRequest, reply: FastifyReply, services: Services) => Promise<void>
}

export function mount(methods: readonly HTTPMethods[], path: string, decides: string, handle: Mount['handle']): Mount {
  return { methods, path, name: `${methods[0]} ${path}`, policy: { who: 'mounted', decides }, handle }
}

export function addMounts(
  app: FastifyInstance,
  mounts: readonly Mount[],
  services: Services,
  options: HttpServerOptions,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The handler reads the body itself, within its own limits.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const row of mounts) addMount(scope, row, services, options)
  })
}

function addMount(scope: FastifyInstance, row: Mount, services: Services, options: HttpServerOptions): void {
  scope.route({
    method: [...row.methods],
    url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, reply, done) => {
      startRequest(request, reply, undefined, options).mount = row
      try {
        inspectUrl(request, BODY_LIMIT)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    preParsing: limitBodyTime,
    handler: async (request, reply) => {
      const { raw } = reply
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) raw.setHeader(name, value)
      setRateHeaders(request, raw, services)
      const finished = () => recordRequest(request, raw.statusCode, services)
      raw.once('finish', finished)
      try {
        await row.handle(request, reply, services)
      } catch (error) {
        raw.off('finish', finished)
        throw error
      }
      return reply
    },
  })
}

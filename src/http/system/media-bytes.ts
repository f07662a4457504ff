// Serves media bytes. The signature in the URL is the credential; the content never changes.
import { z } from 'zod'
import { anyone } from '../../access/rights/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatFor, MIME_TYPES } from '../../media/render.ts'
import type { MediaStore, StoredMedia } from '../../media/store.ts'
import type { RenderedVariant, Variant } from '../../media/variants.ts'
import type { OperationResponse, Route } from '../server/route.ts'
import { pageOperation, route } from '../server/route.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A browser treats an SVG as a document, so block scripts, loading and framing. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const bytes = pageOperation({
  id: 'getMediaBytes',
  tag: 'Media',
  policy: anyone,
  summary: 'Get a picture or document page',
  description:
    'Use the URL in `url` or `variants` of a media record unchanged. It is signed and valid until the end of the next ' +
    'UTC day. Variants are WebP if the `Accept` header lists it, otherwise PNG; `original` is the source file. ' +
    'Range and conditional requests are supported.',
  params: z.object({
    sha256: z.string().meta({ description: 'SHA-256 of the original' }),
    variant: z.string().meta({ description: 'original, thumbnail, medium or full' }),
  }),
  query: z.object({
    expires: z.string().optional().meta({ description: 'Expiry time in Unix seconds' }),
    signature: z.string().optional().meta({ description: 'Signature from the media record’s URL' }),
  }),
  response: { status: 200, type: 'image/*' },
  example: { params: { sha256: '0'.repeat(64), variant: 'medium' }, query: { expires: 1, signature: 'x' } },
  hasOwnQueue: true,
  handle({ services, params, query, accept }) {
    const { sha256, variant } = params
    const { expires = '', signature = '' } = query
    const isValid = services.mediaUrls.verify(sha256, variant, expires, signature, services.clock.now())
    // Checked before the lookup, with one message for every cause, so a forger cannot learn what exists.
    if (!isValid)
      throw new Fault('signature_invalid', {
        detail: 'The URL has expired or its signature is invalid. Request the media record again to get a new URL.',
      })
    const media = services.media.find(sha256)
    if (!media) throw new Fault('media_not_found', { detail: 'This media item no longer exists.' })
    return variant === 'original'
      ? original(media, services.media.original(media))
      : rendered(services.media, media, variant as RenderedVariant, accept)
  },
})

function original(media: StoredMedia, body: Buffer): OperationResponse {
  const headers = { ...headersOf(media, 'original', 'svg'), 'content-security-policy': SVG_POLICY }
  return { body, type: media.mime_type, etag: `"${media.sha256}-original"`, headers, ranges: true }
}

async function rendered(
  store: MediaStore,
  media: StoredMedia,
  variant: RenderedVariant,
  accept: string | undefined,
): Promise<OperationResponse> {
  const format = formatFor(accept)
  const body = await store.rendered(media, variant, format)
  const headers = { ...headersOf(media, variant, format), vary: 'Accept' }
  return { body, type: MIME_TYPES[format], etag: `"${media.sha256}-${variant}-${format}"`, headers, ranges: true }
}

function headersOf({ kind, sha256 }: StoredMedia, variant: Variant, extension: string): Record<string, string> {
  const name = `${kind.replaceAll('_', '-')}-${sha256.slice(0, 12)}-${variant}.${extension}`
  return {
    'cache-control': IMMUTABLE,
    'content-disposition': `inline; filename="${name}"`,
    // Customers embed these pictures on their own sites.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

export const mediaRoutes: readonly Route[] = [route('GET', '/media/{sha256}/{variant}', bytes)]

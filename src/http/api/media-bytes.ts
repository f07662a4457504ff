// The bytes of media. The signature in the URL is the credential; what is behind it never changes.
import { z } from 'zod'
import { anyone } from '../../access/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatFor, MIME_TYPES } from '../../media/render.ts'
import type { MediaStore, StoredMedia } from '../../media/store.ts'
import type { RenderedVariant, Variant } from '../../media/variants.ts'
import type { OperationResponse } from '../door/route.ts'
import { operation } from '../door/route.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** An SVG opened by itself is a document: this one may not run, load or frame anything. */
const HARMLESS = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export const bytes = operation({
  id: 'getMediaBytes',
  tag: 'Media',
  policy: anyone,
  summary: 'A picture or document page itself',
  description:
    'Take the URL from `url` or `variants` of a media record as it is: it is signed and valid until the end of the next ' +
    'UTC day. Variants come as WebP where the `Accept` header names it, else as PNG; `original` is the file as it was ' +
    'made. Ranges and conditional requests are answered.',
  params: z.object({
    sha256: z.string().meta({ description: 'Fingerprint of the original' }),
    variant: z.string().meta({ description: 'original, thumbnail, medium or full' }),
  }),
  query: z.object({
    expires: z.string().optional().meta({ description: 'End of validity in Unix seconds' }),
    signature: z.string().optional().meta({ description: 'As given in the media record' }),
  }),
  response: { status: 200, type: 'image/*' },
  example: { params: { sha256: '0'.repeat(64), variant: 'medium' }, query: { expires: 1, signature: 'x' } },
  handle({ services, params, query, accept }) {
    const { sha256, variant } = params
    const { expires = '', signature = '' } = query
    const good = services.mediaUrls.verify(sha256, variant, expires, signature, services.clock.now())
    // Before anything is looked for, and in one text for all reasons: a forger learns nothing about what exists.
    if (!good)
      throw new Fault('signature_invalid', {
        detail: 'The URL has expired or is not one we gave out. Ask for the media record again to get a fresh one.',
      })
    const media = services.media.find(sha256)
    if (!media) throw new Fault('media_not_found', { detail: 'There is no such media any more.' })
    return variant === 'original'
      ? original(media, services.media.original(media))
      : rendered(services.media, media, variant as RenderedVariant, accept)
  },
})

function original(media: StoredMedia, body: Buffer): OperationResponse {
  const headers = { ...headersOf(media, 'original', 'svg'), 'content-security-policy': HARMLESS }
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
    'cache-control': FOREVER,
    'content-disposition': `inline; filename="${name}"`,
    // Pictures are made to be shown on other people's pages.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

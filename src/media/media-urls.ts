// Signed URLs of media: whoever was given one may fetch that variant until the end of the next UTC day, without a key.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Media } from '../catalog/model.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { RenderedVariant, Variant } from './variants.ts'
import { isRenderable, RENDERED_VARIANTS, sizeOf, VARIANTS } from './variants.ts'

export type SignableMedia = Pick<Media, 'sha256' | 'width' | 'height' | 'mime_type' | 'kind'>
export type MediaUrls = Readonly<Pick<Media, 'url' | 'variants'>>

const DAY_MS = 86_400_000
const SHA256 = /^[0-9a-f]{64}$/
const EXPIRES = /^[1-9]\d{0,11}$/
const SIGNATURE_BYTES = 16
/** About 1 KB an entry; a walk over the whole dataset starts it afresh rather than growing it. */
const MOST_REMEMBERED = 16_384

export class MediaSigner {
  readonly #key: Buffer
  readonly #baseUrl: () => string
  readonly #remembered = new Map<string, MediaUrls>()
  #expires = 0
  #base = ''

  /** The address is asked for each time: with PORT=0 it is known only once the server listens. */
  constructor(secrets: Pick<Secrets, 'derive'>, baseUrl: () => string) {
    this.#key = secrets.derive('media-urls', 32)
    this.#baseUrl = baseUrl
  }

  /** The same text all day, so that bodies and their ETags change once a day. */
  urlsOf(media: SignableMedia, nowMs: number): MediaUrls {
    const expires = expiryOf(nowMs)
    const base = this.#baseUrl()
    if (expires !== this.#expires || base !== this.#base || this.#remembered.size >= MOST_REMEMBERED) {
      this.#remembered.clear()
      this.#expires = expires
      this.#base = base
    }
    const known = this.#remembered.get(media.sha256)
    if (known) return known
    const made = this.#make(media, String(expires))
    this.#remembered.set(media.sha256, made)
    return made
  }

  /** True when this very variant of this very file was handed out and its time is not over. */
  verify(sha256: string, variant: string, expires: string, signature: string, nowMs: number): boolean {
    const part = VARIANTS.indexOf(variant as Variant)
    if (part < 0 || !SHA256.test(sha256) || !EXPIRES.test(expires)) return false
    const given = Buffer.from(signature)
    const wanted = Buffer.from(signatureOf(this.#digest(sha256, expires), part))
    return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(expires) * 1000 > nowMs
  }

  #make(media: SignableMedia, expires: string): MediaUrls {
    const digest = this.#digest(media.sha256, expires)
    const urlOf = (variant: Variant) =>
      `${this.#base}/media/${media.sha256}/${variant}?expires=${expires}&signature=${signatureOf(digest, VARIANTS.indexOf(variant))}`
    const rendered = (variant: RenderedVariant) => ({ url: urlOf(variant), ...sizeOf(variant, media) })
    const variants = isRenderable(media)
      ? (Object.fromEntries(RENDERED_VARIANTS.map((name) => [name, rendered(name)])) as MediaUrls['variants'])
      : null
    return { url: urlOf('original'), variants }
  }

  /**
   * One HMAC signs all variants: each has its own 16 bytes of the 64 of SHA-512. Safe, because the output of HMAC is
   * pseudorandom as a whole: who knows three parts of it knows nothing of the fourth, and 128 bits cannot be guessed.
   */
  #digest(sha256: string, expires: string): Buffer {
    return createHmac('sha512', this.#key).update(`${sha256}\n${expires}`).digest()
  }
}

function signatureOf(digest: Buffer, part: number): string {
  return digest.toString('base64url', part * SIGNATURE_BYTES, (part + 1) * SIGNATURE_BYTES)
}

/** The end of the next UTC day in Unix seconds: at least 24 hours away, at most 48. */
export function expiryOf(nowMs: number): number {
  return ((Math.floor(nowMs / DAY_MS) + 2) * DAY_MS) / 1000
}

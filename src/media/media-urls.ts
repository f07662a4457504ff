// Signed media URLs, valid without a key until the end of the next UTC day.

import type { KeyObject } from 'node:crypto'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Media } from '../catalog/records/record-schemas.ts'
import type { MediaRecord } from '../catalog/records/record-types.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { RenderedVariant, Variant } from './variants.ts'
import { isRenderable, isStored, sizeOf, VARIANTS } from './variants.ts'

export type SignableMedia = Pick<MediaRecord, 'sha256' | 'width' | 'height' | 'mime_type' | 'kind' | 'origin'>
export type MediaUrls = Readonly<Pick<Media, 'url' | 'variants' | 'stored'>>

const SHA256 = /^[0-9a-f]{64}$/
const EXPIRES = /^[1-9]\d{0,11}$/
/** 15 bytes are exactly 20 base64 characters. */
const SIGNATURE_CHARS = 20
/** About 200 bytes each, and more than the dataset has: each file costs one HMAC per day. */
const MAX_CACHED = 131_072

export class MediaSigner {
  readonly #key: KeyObject
  readonly #baseUrl: () => string
  /** sha256 → signatures, for the current expiry. */
  readonly #cache = new Map<string, string>()
  #expires = 0

  /** `baseUrl` is a function because with PORT=0 it is known only once the server listens. */
  constructor(secrets: Pick<Secrets, 'derive'>, baseUrl: () => string) {
    this.#key = createSecretKey(secrets.derive('media-urls', 32))
    this.#baseUrl = baseUrl
  }

  /** URLs stay the same all day, so that bodies and ETags change once a day. */
  urlsOf(media: SignableMedia, nowMs: number): MediaUrls {
    const expires = expiryOf(nowMs)
    const signatures = this.#signatures(media.sha256, expires)
    const start = `${this.#baseUrl()}/media/${media.sha256}/`
    const end = `?expires=${expires}&signature=`
    const urlOf = (variant: Variant) => `${start}${variant}${end}${partOf(signatures, variant)}`
    const rendered = (variant: RenderedVariant) => {
      const { width, height } = sizeOf(variant, media)
      return { url: urlOf(variant), width, height }
    }
    const stored = isStored(media)
    return {
      url: urlOf('original'),
      stored,
      variants:
        stored && isRenderable(media)
          ? { thumbnail: rendered('thumbnail'), medium: rendered('medium'), full: rendered('full') }
          : null,
    }
  }

  /** True when the signature is valid for this file and variant and has not expired. */
  verify(sha256: string, variant: string, expires: string, signature: string, nowMs: number): boolean {
    if (!isVariant(variant) || !SHA256.test(sha256) || !EXPIRES.test(expires)) return false
    const actual = Buffer.from(signature)
    const expected = Buffer.from(partOf(this.#sign(sha256, Number(expires)), variant))
    return actual.length === expected.length && timingSafeEqual(actual, expected) && Number(expires) * 1000 > nowMs
  }

  #signatures(sha256: string, expires: number): string {
    if (expires !== this.#expires || this.#cache.size >= MAX_CACHED) {
      this.#cache.clear()
      this.#expires = expires
    }
    let signatures = this.#cache.get(sha256)
    if (signatures === undefined) {
      signatures = this.#sign(sha256, expires)
      this.#cache.set(sha256, signatures)
    }
    return signatures
  }

  /**
   * One HMAC signs all variants: each uses 15 of SHA-512's 64 bytes. This is safe because the output is pseudorandom: three
   * parts reveal nothing about the fourth, and 120 bits cannot be guessed.
   */
  #sign(sha256: string, expires: number): string {
    return createHmac('sha512', this.#key).update(`${sha256}\n${expires}`).digest('base64url')
  }
}

function isVariant(text: string): text is Variant {
  return (VARIANTS as readonly string[]).includes(text)
}

function partOf(signatures: string, variant: Variant): string {
  const at = VARIANTS.indexOf(variant) * SIGNATURE_CHARS
  return signatures.slice(at, at + SIGNATURE_CHARS)
}

/** The end of the next UTC day in Unix seconds: at least 24 hours away, at most 48. */
export function expiryOf(nowMs: number): number {
  return ((Math.floor(nowMs / DAY_MS) + 2) * DAY_MS) / 1000
}

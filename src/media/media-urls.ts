// Signed URLs of media: whoever was given one may fetch that variant until the end of the next UTC day, without a key.

import type { KeyObject } from 'node:crypto'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Media } from '../catalog/records/record-schemas.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { RenderedVariant, Variant } from './variants.ts'
import { isRenderable, sizeOf, VARIANTS } from './variants.ts'

export type SignableMedia = Pick<Media, 'sha256' | 'width' | 'height' | 'mime_type' | 'kind'>
export type MediaUrls = Readonly<Pick<Media, 'url' | 'variants'>>

const SHA256 = /^[0-9a-f]{64}$/
const EXPIRES = /^[1-9]\d{0,11}$/
/** 15 bytes, which are exactly 20 letters of base64. */
const SIGNATURE_LETTERS = 20
/** About 200 bytes each; more than the dataset has, so that only a day's first look at a file costs an HMAC. */
const MOST_REMEMBERED = 131_072

export class MediaSigner {
  readonly #key: KeyObject
  readonly #baseUrl: () => string
  /** sha256 → signatures, for the expiry that is being handed out. */
  readonly #remembered = new Map<string, string>()
  #expires = 0

  /** The address is asked for each time: with PORT=0 it is known only once the server listens. */
  constructor(secrets: Pick<Secrets, 'derive'>, baseUrl: () => string) {
    this.#key = createSecretKey(secrets.derive('media-urls', 32))
    this.#baseUrl = baseUrl
  }

  /** The same text all day, so that bodies and their ETags change once a day. */
  urlsOf(media: SignableMedia, nowMs: number): MediaUrls {
    const expires = expiryOf(nowMs)
    const signatures = this.#remember(media.sha256, expires)
    const start = `${this.#baseUrl()}/media/${media.sha256}/`
    const end = `?expires=${expires}&signature=`
    const urlOf = (variant: Variant) => `${start}${variant}${end}${partOf(signatures, variant)}`
    const rendered = (variant: RenderedVariant) => {
      const { width, height } = sizeOf(variant, media)
      return { url: urlOf(variant), width, height }
    }
    return {
      url: urlOf('original'),
      variants: isRenderable(media)
        ? { thumbnail: rendered('thumbnail'), medium: rendered('medium'), full: rendered('full') }
        : null,
    }
  }

  /** True when this very variant of this very file was handed out and its time is not over. */
  verify(sha256: string, variant: string, expires: string, signature: string, nowMs: number): boolean {
    if (!isVariant(variant) || !SHA256.test(sha256) || !EXPIRES.test(expires)) return false
    const given = Buffer.from(signature)
    const wanted = Buffer.from(partOf(this.#sign(sha256, Number(expires)), variant))
    return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(expires) * 1000 > nowMs
  }

  #remember(sha256: string, expires: number): string {
    if (expires !== this.#expires || this.#remembered.size >= MOST_REMEMBERED) {
      this.#remembered.clear()
      this.#expires = expires
    }
    let signatures = this.#remembered.get(sha256)
    if (signatures === undefined) {
      signatures = this.#sign(sha256, expires)
      this.#remembered.set(sha256, signatures)
    }
    return signatures
  }

  /**
   * One HMAC signs all variants: each has 15 bytes of its own of the 64 of SHA-512. Safe, because the output of HMAC is
   * pseudorandom as a whole: who knows three parts of it knows nothing of the fourth, and 120 bits cannot be guessed.
   */
  #sign(sha256: string, expires: number): string {
    return createHmac('sha512', this.#key).update(`${sha256}\n${expires}`).digest('base64url')
  }
}

function isVariant(text: string): text is Variant {
  return (VARIANTS as readonly string[]).includes(text)
}

function partOf(signatures: string, variant: Variant): string {
  const at = VARIANTS.indexOf(variant) * SIGNATURE_LETTERS
  return signatures.slice(at, at + SIGNATURE_LETTERS)
}

/** The end of the next UTC day in Unix seconds: at least 24 hours away, at most 48. */
export function expiryOf(nowMs: number): number {
  return ((Math.floor(nowMs / DAY_MS) + 2) * DAY_MS) / 1000
}

// Signed media URLs: signature, expiry and image sizes.

import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { expiryOf, MediaSigner } from '../../src/media/media-urls.ts'
import { sizeOf } from '../../src/media/variants.ts'

const secrets = createSecrets('a secret of more than thirty-two characters')
const signer = new MediaSigner(secrets, () => 'https://plinth.example')
const media = {
  sha256: 'ab'.repeat(32),
  width: 1200,
  height: 800,
  mime_type: 'image/svg+xml',
  kind: 'rendering_exterior',
  origin: 'drawing:x',
} as const
const NOON = Date.UTC(2026, 10, 15, 12)

function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url)
  const [, , sha256, variant] = pathname.split('/')
  return {
    sha256: sha256!,
    variant: variant!,
    expires: searchParams.get('expires')!,
    signature: searchParams.get('signature')!,
  }
}
type Parts = ReturnType<typeof partsOf>
const verify = ({ sha256, variant, expires, signature }: Parts, nowMs = NOON) =>
  signer.verify(sha256, variant, expires, signature, nowMs)

describe('the expiry', () => {
  it('is the end of the next UTC day', () => {
    expect(expiryOf(NOON) * 1000).toBe(Date.UTC(2026, 10, 17))
    expect(expiryOf(Date.UTC(2026, 10, 15)) * 1000).toBe(Date.UTC(2026, 10, 17))
    expect(expiryOf(Date.UTC(2026, 10, 16) - 1) * 1000).toBe(Date.UTC(2026, 10, 17))
    expect(expiryOf(Date.UTC(2026, 11, 31, 23)) * 1000).toBe(Date.UTC(2027, 0, 2))
  })

  it('keeps URLs the same for a day', () => {
    const morning = signer.urlsOf(media, Date.UTC(2026, 10, 15))
    const other = new MediaSigner(secrets, () => 'https://plinth.example')
    expect(other.urlsOf(media, Date.UTC(2026, 10, 16) - 1)).toEqual(morning)
    expect(signer.urlsOf(media, Date.UTC(2026, 10, 16)).url).not.toBe(morning.url)
  })

  it('is exact to the millisecond', () => {
    const parts = partsOf(signer.urlsOf(media, NOON).url)
    expect(verify(parts, Date.UTC(2026, 10, 17) - 1)).toBe(true)
    expect(verify(parts, Date.UTC(2026, 10, 17))).toBe(false)
  })
})

describe('a URL', () => {
  it('of a file that is not on this server says so and has no variants', () => {
    const reference = { ...media, origin: 'reference:https://other.example/media/x/original' }
    expect(signer.urlsOf(reference, NOON)).toMatchObject({ stored: false, variants: null })
    expect(signer.urlsOf(media, NOON)).toMatchObject({ stored: true, variants: { full: { width: 1200 } } })
  })

  it('of every variant is valid and absolute', () => {
    const { url, variants } = signer.urlsOf(media, NOON)
    for (const one of [url, variants!.thumbnail.url, variants!.medium.url, variants!.full.url]) {
      expect(one).toMatch(/^https:\/\/plinth\.example\/media\/[0-9a-f]{64}\/\w+\?expires=\d+&signature=[\w-]{20}$/)
      expect(verify(partsOf(one))).toBe(true)
    }
  })

  it.each<[string, (parts: Parts) => Partial<Parts>]>([
    ['another file', () => ({ sha256: 'cd'.repeat(32) })],
    ['the file in capitals', ({ sha256 }) => ({ sha256: sha256.toUpperCase() })],
    ['a path for a file', () => ({ sha256: '../../../secret-key' })],
    ['another variant', () => ({ variant: 'full' })],
    ['the original', () => ({ variant: 'original' })],
    ['a variant that does not exist', () => ({ variant: 'huge' })],
    ['a variant called constructor', () => ({ variant: 'constructor' })],
    ['a later end', ({ expires }) => ({ expires: String(Number(expires) + DAY_MS / 1000) })],
    ['the same end written otherwise', ({ expires }) => ({ expires: `0${expires}` })],
    ['an end that is no number', () => ({ expires: 'never' })],
    ['no end', () => ({ expires: '' })],
    ['no signature', () => ({ signature: '' })],
    ['a shorter signature', ({ signature }) => ({ signature: signature.slice(0, -1) })],
    ['a longer signature', ({ signature }) => ({ signature: `${signature}A` })],
    [
      'one letter of the signature',
      ({ signature }) => ({ signature: `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}` }),
    ],
    ['a signature in other characters', () => ({ signature: 'é'.repeat(11) })],
  ])('with %s is refused', (_, change) => {
    const parts = partsOf(signer.urlsOf(media, NOON).variants!.thumbnail.url)
    expect(verify(parts)).toBe(true)
    expect(verify({ ...parts, ...change(parts) })).toBe(false)
  })

  it('of a service with another secret is refused', () => {
    const stranger = new MediaSigner(createSecrets('another secret of more than 32 characters'), () => '')
    const { sha256, variant, expires, signature } = partsOf(signer.urlsOf(media, NOON).url)
    expect(stranger.verify(sha256, variant, expires, signature, NOON)).toBe(false)
  })

  it('is still valid when the cache is full', () => {
    const small = new MediaSigner(secrets, () => 'https://plinth.example')
    const first = small.urlsOf(media, NOON)
    for (let i = 0; i < 132_000; i++) small.urlsOf({ ...media, sha256: i.toString(16).padStart(64, '0') }, NOON)
    expect(small.urlsOf(media, NOON)).toEqual(first)
  })
})

describe('the sizes', () => {
  it.each([
    ['a landscape', { width: 1200, height: 800 }, [320, 213], [960, 640], [1200, 800]],
    ['a page', { width: 1700, height: 2200 }, [247, 320], [742, 960], [1545, 2000]],
    ['a small logo', { width: 200, height: 100 }, [200, 100], [200, 100], [200, 100]],
    ['a line', { width: 4000, height: 2 }, [320, 1], [960, 1], [2000, 1]],
  ])('of %s keep its aspect ratio and enlarge nothing', (_, size, thumbnail, medium, full) => {
    const pair = (name: 'thumbnail' | 'medium' | 'full') => Object.values(sizeOf(name, size))
    expect([pair('thumbnail'), pair('medium'), pair('full')]).toEqual([thumbnail, medium, full])
  })

  it('are listed with the URLs; a video has none', () => {
    expect(signer.urlsOf(media, NOON).variants).toMatchObject({ thumbnail: { width: 320, height: 213 } })
    const film = { ...media, sha256: 'ef'.repeat(32), kind: 'video', mime_type: 'video/mp4' } as const
    expect(signer.urlsOf(film, NOON).variants).toBeNull()
  })
})

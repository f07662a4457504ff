// Chooses a content encoding from Accept-Encoding (RFC 9110, 12.5.3).
import zlib from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'zstd' | 'br'
/** Of generated files: Brotli takes too long for a request. */
export type FileEncoding = Exclude<Encoding, 'br'>

/** Best first: what wins when the client accepts several equally. Node has zstd since 22.15. */
export const fileEncodings = (): readonly FileEncoding[] => ('createZstdCompress' in zlib ? ['zstd', 'gzip'] : ['gzip'])

/** Differs in the suffix for each encoding, because a strong ETag names exact bytes. */
const SUFFIXES: Readonly<Record<Encoding, string>> = { identity: '', gzip: '-gz', zstd: '-zst', br: '-br' }

export function etagFor(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}${SUFFIXES[encoding]}"`
}

/** The tag without the suffix of its encoding. */
export function plainEtag(etag: string): string {
  return etag.replace(/-(?:gz|zst|br)"$/, '"')
}

/**
 * The offered encoding with the highest quality; identity if none is accepted. Without the header, identity: a client that
 * does not mention an encoding may not know how to decode it.
 */
export function chooseEncoding<E extends Encoding>(
  header: string | string[] | undefined,
  offered: readonly E[],
): E | 'identity' {
  if (typeof header !== 'string' || header === '') return 'identity'
  const accepted = qualities(header)
  const qualityOf = (encoding: E) => accepted.get(encoding) ?? accepted.get('*')
  let best: E | 'identity' = 'identity'
  // Identity is acceptable unless the client excludes it, but an encoding that it names is what it prefers.
  let bestQuality = accepted.get('identity') ?? 0
  for (const encoding of offered) {
    const quality = qualityOf(encoding) ?? 0
    if (quality > 0 && (quality > bestQuality || (best === 'identity' && quality === bestQuality))) {
      best = encoding
      bestQuality = quality
    }
  }
  return best
}

const ALIASES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' }

/** `gzip;q=0.8, *;q=0.1` → quality by name. Parts that are not valid are ignored. */
function qualities(header: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const part of header.slice(0, 500).split(',')) {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const quality = parameters.map((parameter) => /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1]).find(Boolean)
    if (name !== '' && (quality !== undefined || parameters.length === 0))
      found.set(ALIASES[name] ?? name, Number(quality ?? 1))
  }
  return found
}

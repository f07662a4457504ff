// Headers of operations that will be removed: Deprecation (RFC 9745), Sunset (RFC 8594) and a link to the reason.

export interface Deprecation {
  /** The day from which callers should use something else: `2026-11-16`. */
  readonly since: string
  /** The day after which the operation may be gone. */
  readonly sunset: string
  /** What to use instead, for the reference. */
  readonly instead: string
}

/** An operation works for at least this long after it is deprecated. */
export const NOTICE_DAYS = 180

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${timeOf(since) / 1000}`,
    sunset: new Date(timeOf(sunset)).toUTCString(),
    link: '</docs/versioning>; rel="deprecation"; type="text/html"',
  }
}

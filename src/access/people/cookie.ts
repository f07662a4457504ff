// Reads one cookie out of a Cookie header, strictly: a name that comes twice is somebody's trick, and counts as absent.

const MOST_CHARS = 8192

export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined || header.length > MOST_CHARS || !header.includes(name)) return undefined
  let found: string | undefined
  for (const pair of header.split(';')) {
    const cut = pair.indexOf('=')
    if (cut < 0 || pair.slice(0, cut).trim() !== name) continue
    if (found !== undefined) return undefined
    found = pair.slice(cut + 1).trim()
  }
  return found
}

/** `__Host-` cookies are bound to this very host by the browser; none of ours is for scripts. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Lax`
}

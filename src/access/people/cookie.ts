// Reads and writes cookies.

const MAX_HEADER_LENGTH = 8192

/** A name that occurs twice may be an attack and counts as absent. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined || header.length > MAX_HEADER_LENGTH || !header.includes(name)) return undefined
  let found: string | undefined
  for (const pair of header.split(';')) {
    const cut = pair.indexOf('=')
    if (cut < 0 || pair.slice(0, cut).trim() !== name) continue
    if (found !== undefined) return undefined
    found = pair.slice(cut + 1).trim()
  }
  return found
}

/** Browsers bind `__Host-` cookies to this host; HttpOnly hides them from scripts. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Lax`
}

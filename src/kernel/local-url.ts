// The URL of a server on this machine.

/** Addresses to listen on that no client can connect to. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** `0.0.0.0` and `::` become `127.0.0.1`. */
export function localUrl(host: string, port: number): string {
  const address = EVERY_ADDRESS.has(host) ? '127.0.0.1' : host
  return `http://${address.includes(':') && !address.startsWith('[') ? `[${address}]` : address}:${port}`
}

// Internal addresses that customers' URLs must never reach, and the public ones of the control.
import addresses from './data/addresses.json' with { type: 'json' }

/** Where the receiver of the control listens. */
export const PUBLIC_V4 = '93.184.216.34'
export const PUBLIC_V6 = '2606:2800:220:1::34'

/** Private and special ranges, metadata services of clouds, and IPv4 inside IPv6 in every form. */
export const INTERNAL_V4: readonly string[] = addresses.INTERNAL_V4
export const INTERNAL_V6: readonly string[] = addresses.INTERNAL_V6
/** The addresses that names resolve to. */
export const RESOLVED: readonly string[] = addresses.RESOLVED

export function isReceiver(address: string): boolean {
  return address === PUBLIC_V4 || address === PUBLIC_V6
}

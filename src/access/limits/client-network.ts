// Who sends, as far as limits are concerned: an IPv4 address, or the network of 2^64 addresses that one IPv6 customer has.
import ipaddr from 'ipaddr.js'

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString()
}

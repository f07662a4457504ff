// Internal addresses that customers' URLs must never reach, and the public ones of the control.

/** Where the receiver of the control listens. */
export const PUBLIC_V4 = '93.184.216.34'
export const PUBLIC_V6 = '2606:2800:220:1::34'

export const INTERNAL_V4: readonly string[] = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.5', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '192.168.255.255', '100.64.0.1', '198.18.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  // Metadata services of clouds: AWS and most others, ECS, Alibaba, Oracle, and the host agent of Azure.
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
]

export const INTERNAL_V6: readonly string[] = [
  ...['::1', '::', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', '100::1', '2001:db8::1'],
  ...['fd00:ec2::254', 'fd20:ce::254'],
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP.
  ...['::ffff:127.0.0.1', '::ffff:a00:5', '::ffff:a9fe:a9fe', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  ...[
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:5',
    '2002:7f00:1::',
    '2002:a00:5::1',
    '2002:a9fe:a9fe::',
  ],
  ...['2001:0:7f00:1::1', '2001:0:4136:e378:8000:63bf:80ff:fffe', 'fe80::5efe:7f00:1'],
]

/** The addresses that names resolve to. */
export const RESOLVED: readonly string[] = [
  ...['127.0.0.1', '10.0.0.5', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['::1', 'fd00:ec2::254', 'fe80::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
]

export function isReceiver(address: string): boolean {
  return address === PUBLIC_V4 || address === PUBLIC_V6
}

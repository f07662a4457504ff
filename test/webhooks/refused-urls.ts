// URLs that must be rejected: spellings of internal addresses, other schemes and ports.

const HOSTS = [
  ...['127.0.0.1', '127.1', '0', '0.0.0.0', '2130706433', '0x7f000001', '0177.0.0.1', 'localhost', 'a.localhost'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '169.254.169.254', '2852039166', 'metadata.google.internal', '100.100.100.200'],
  ...['10.0.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['１２７.０.０.１', '127。0。0。1', 'ok@127.0.0.1', '127.0.0.1#@ok.tld', 'ok.tld:80\\@127.0.0.1', '*.nip.io'],
  ...['intranet', 'x.local', 'x.internal', 'x.svc.cluster.local'],
  // Less common tricks:
  ...['localhost.', '127.0.0.1.', 'LOCALHOST', 'ｌocalhost', '%6cocalhost', '127.0.0.1%2f.ok.tld', '0x7f.1', '127.0.1'],
  ...['①②⑦.⓪.⓪.①', 'x.home.arpa', 'router.lan', '8.8.8.8', '[2606:4700::1111]', 'ok.tld.', 'ok..tld', '.ok.tld'],
  ...['ok.tld\t', 'o\nk.tld', 'ok.tld\\', ':443', 'user:pass@ok.tld', 'ok.tld/#fragment', `${'a'.repeat(64)}.tld`],
]

const SCHEMES = [
  'ftp://ok.tld/',
  'file:///etc/passwd',
  'gopher://ok.tld:70/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
]

const PORTS = [22, 25, 80, 5432, 6379, 8080, 65535]

export const REFUSED_URLS: readonly string[] = [
  ...HOSTS.flatMap((host) => [`http://${host}/`, `https://${host}/`, `https://${host.replace(/(?=#|$)/, ':8443')}/`]),
  ...SCHEMES,
  ...SCHEMES.map((url) => url.toUpperCase()),
  ...PORTS.flatMap((port) => [`http://ok.tld:${port}/`, `https://ok.tld:${port}/`, `https://127.0.0.1:${port}/`]),
  ...['http://ok.tld/', '//ok.tld/', 'ok.tld', '', ' https://ok.tld/', 'https:/\\127.0.0.1/', 'https:127.0.0.1'],
  `https://ok.tld/${'a'.repeat(2048)}`,
]

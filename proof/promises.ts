// What Plinth promises, and which part of the proof shows it: the rows of docs/operate/reliability.md.

export interface ReliabilityPromise {
  readonly promise: string
  readonly how: string
  readonly part: string
  /** A figure of the part, or `breaches`. */
  readonly figure: string
}

export const PROMISES: readonly ReliabilityPromise[] = [
  {
    promise: 'A write that was answered with 2xx is never lost, and nothing is there twice.',
    how: 'The server and PostgreSQL are killed under a load of writes. A ledger of the answers is compared with the data.',
    part: 'crash',
    figure: 'breaches',
  },
  {
    promise: 'Every event reaches every working endpoint at least once, with one id.',
    how: 'In the same runs: receivers that work, are slow, fail now and then or are down for a while, and the change feed.',
    part: 'crash',
    figure: 'events',
  },
  {
    promise: 'A kill loses at most one second of usage counts.',
    how: 'In the same runs: the usage after a start is compared with the requests that were answered before.',
    part: 'crash',
    figure: 'usage lost per kill',
  },
  {
    promise: 'Under more load than a server can carry it refuses the rest with 503, stays reachable and recovers.',
    how: 'Thousands of connections, slow senders and readers, pipelining, large bodies and ten times the load, beside well-behaved clients.',
    part: 'overload',
    figure: 'breaches',
  },
  {
    promise: 'Well-behaved clients are answered during an attack.',
    how: 'Their share of successful responses over all scenarios.',
    part: 'overload',
    figure: 'answered',
  },
  {
    promise: 'No request makes the server fail: no 5xx (but 503 for load), no hang, no crash.',
    how: 'Random requests for every operation, tool and page with every kind of credential, and random bytes on sockets.',
    part: 'fuzz',
    figure: 'server errors',
  },
  {
    promise: 'Responses reveal no file paths, SQL, stack traces or secrets of others.',
    how: 'Every response to these inputs is searched, parsed and compared with its schema.',
    part: 'fuzz',
    figure: 'leaks',
  },
  {
    promise: 'Every route lets in only the credentials that the documentation states.',
    how: 'Every route with every kind of credential, compared with a table written by hand and with OpenAPI.',
    part: 'access',
    figure: 'cells that agree',
  },
  {
    promise: 'Data outside your plan, and data of other accounts, never appears.',
    how: 'Questions by body, filter, sort, count, ETag, cache, export, date, MCP, suggestion and error, and foreign ids.',
    part: 'access',
    figure: 'leaks found',
  },
  {
    promise: 'URLs of customers reach nothing inside your network.',
    how: 'Hostile URLs for webhooks, feeds and OAuth clients, in a network where every address records connections.',
    part: 'ssrf',
    figure: 'breaches',
  },
  {
    promise: 'Every node and worker sees a revoked key, a plan, an import and a decision within 2 s.',
    how: 'Changes on one node, asked at the other; one clock is two minutes ahead.',
    part: 'nodes',
    figure: 'a change seen, worst',
  },
  {
    promise: 'A rolling restart fails no request, limits hold over all nodes, and reads go on without the database.',
    how: 'Restarts behind a load balancer, limits used up at all nodes, PostgreSQL stopped for 60 s.',
    part: 'nodes',
    figure: 'breaches',
  },
  {
    promise: 'A server that is told to stop ends within 30 s, whoever is connected.',
    how: 'In the same restarts: clients that send nothing, and one that never ends its request.',
    part: 'nodes',
    figure: 'slowest stop, with silent clients',
  },
  {
    promise: 'On bad ground the server says what is wrong and what to do, and loses nothing.',
    how: 'Full, read-only, damaged and foreign disks, missing limits, killed upgrades, backups under load.',
    part: 'ground',
    figure: 'breaches',
  },
  {
    promise: 'Dependencies are pinned and hashed, have allowed licences and run nothing when they are installed.',
    how: 'Checks of the lock file, the licences, the SBOM and, where the registry has them, known vulnerabilities.',
    part: 'supply',
    figure: 'breaches',
  },
]

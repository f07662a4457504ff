// Dev only, never committed.
import { createServer } from 'node:http'
import { mkdtempSync, writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Build } from './target/build.ts'
import { Coverage } from './proof/fuzz/coverage.ts'
import { FuzzedServer } from './proof/fuzz/fuzzed-server.ts'
import { makeInput } from './proof/fuzz/make-input.ts'
import { Connection } from './proof/fuzz/connection.ts'
import { isHttp, requestBytes, describeInput } from './proof/fuzz/input.ts'
import { Random } from './shared/random.ts'

const folder = mkdtempSync('/dev/shm/dev-')
mkdirSync(folder, { recursive: true })
const build = new Build('/tmp/w/fuzz')
const coverage = new Coverage(build.folder, 'dist/http', `${folder}/coverage`)
const run: any = { build, database: process.argv[2] ?? 'embedded', folder, count: Number(process.argv[3] ?? 20000), seed: 1, only: [], signal: new AbortController().signal, breaches: [], write: false, progress() {} }
const server = new FuzzedServer(run, coverage)
const t = Date.now()
await server.open()
console.log('open', Date.now() - t, server.process.url, folder)
const rec = await coverage.take()
console.log('after world', coverage.modules.figure(), 'ms', Date.now() - t)
writeFileSync(`${folder}/missed.json`, JSON.stringify(coverage.modules.missed(), null, 1))
const where = new Map<string, string>()
createServer(async (req, res) => {
  try {
    const order = JSON.parse(await text(req))
    const out: string[] = []
    if (order.eval) {
      const f = new Function('server', 'coverage', 'Random', `return (async()=>{${order.eval}})()`)
      out.push(JSON.stringify(await f(server, coverage, Random), null, 1))
    }
    const connection = new Connection(server.process.port)
    if (order.known) {
      const k: any = await import(`./proof/fuzz/known-requests.ts?x=${Date.now()}`)
      const [from, to] = order.known
      for (let n = from; n < Math.min(to, k.knownCount); n++) {
        const input = k.knownRequest(n, new Random(n), server.world)
        const a = await connection.send(requestBytes(input), input.method === 'HEAD', 60000)
        k.keepValues([-1 - n], a, server.world)
        const { found } = await coverage.take()
        out.push(`${n} ${a.status} +${found.length} ${describeInput(input).slice(0, order.long ?? 130)} => ${a.body.toString().slice(0, order.show ?? (a.status > 299 ? 160 : 60))}`)
      }
    }
    for (const recipe of order.recipes ?? []) {
      const input = makeInput(recipe, server.world)
      if (!isHttp(input)) continue
      const a = await connection.send(requestBytes(input), input.method === 'HEAD', 60000)
      const { found } = await coverage.take()
      out.push(`${recipe} ${a.status} ${describeInput(input).slice(0, 200)} => ${a.body.toString().slice(0, order.show ?? 150)} [${[...a.headers.keys()].length}] +${found.length}`)
    }
    connection.close()
    if (order.raw) {
      const { credential, at = 0, method = 'GET', path, headers = {}, body } = order.raw
      const auth = credential ? Object.fromEntries(server.world.credentials.all(credential)[at] ?? []) : {}
      const r = await fetch(server.process.url + path, { method, redirect: 'manual', headers: { ...auth, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }, body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body) })
      out.push(`${r.status} ${JSON.stringify([...r.headers])}\n${(await r.text()).slice(0, order.show ?? 1500)}`)
      const { found } = await coverage.take()
      out.push(`+${found.length}`)
    }
    if (order.missed) out.push(JSON.stringify(coverage.modules.missed(), null, 1))
    out.push(coverage.modules.figure())
    res.end(out.join('\n') + '\n')
  } catch (e) { res.end(String((e as Error).stack) + '\n') }
}).listen(7799, '127.0.0.1')

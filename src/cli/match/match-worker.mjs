// A worker of `plinth match --threads N`. JavaScript, because Node 20 workers cannot load TypeScript.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { BlockMatcher } from './match-block.js'
import { openMatcher } from './open-matcher.js'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const [{ source }] = await once(port, 'message')
const matcher = await openMatcher(source, () => undefined)
const blocks = new BlockMatcher(matcher, workerData.plan)
port.postMessage({ ready: true })

// One block at a time: two row groups of Parquet would need twice the memory.
let last = Promise.resolve()
port.on('message', ({ job, block }) => {
  last = last.then(async () => {
    const matched = await blocks.match(block)
    port.postMessage({ job, matched }, [/** @type {ArrayBuffer} */ (matched.bytes.buffer)])
  })
})

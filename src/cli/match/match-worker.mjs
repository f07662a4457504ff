// A worker of `plinth match --threads N`. JavaScript, because Node 20 workers cannot load TypeScript.
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { BlockMatcher } from './match-block.js'
import { openMatcher } from './open-matcher.js'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const [{ source }] = await once(port, 'message')
const matcher = await openMatcher(source, () => undefined)
/** By the numbers of their plans. @type {Map<number, BlockMatcher>} */
const matchers = new Map()
port.postMessage({ ready: true })

// One block at a time: two row groups of Parquet would need twice the memory.
let last = Promise.resolve()
port.on('message', ({ number, plan, job, block }) => {
  if (plan) matchers.set(number, new BlockMatcher(matcher, plan))
  else if (plan === null) matchers.delete(number)
  if (plan !== undefined) return
  const blocks = /** @type {BlockMatcher} */ (matchers.get(number))
  last = last.then(async () => {
    const matched = await blocks.match(block)
    port.postMessage({ job, matched }, [/** @type {ArrayBuffer} */ (matched.bytes.buffer)])
  })
})

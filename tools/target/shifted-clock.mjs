// Loaded into a server with `node --import`: its clock differs from the machine's by the milliseconds in CLOCK_FILE,
// or stands still at the time in it: `@1794880000000`.
import { readFileSync } from 'node:fs'

const READ_MS = 200
const file = /** @type {string} */ (process.env.CLOCK_FILE)
const RealDate = Date
let shift = 0
/** @type {number | undefined} */
let fixed

function readShift() {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.startsWith('@')) fixed = Number(text.slice(1))
    else shift = Number(text)
  } catch {
    // The file is being written.
  }
}
readShift()

const now = () => fixed ?? RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

setInterval(readShift, READ_MS).unref()

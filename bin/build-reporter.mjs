// Prints the progress of a build: a line on a terminal, text or JSON lines elsewhere.

/** @typedef {import('./build.mjs').BuildProgress} BuildProgress */
/** @typedef {{ readonly isTTY?: boolean, write(text: string): unknown }} Screen */

const CLEAR_LINE = '\r\u001b[K'
const LINE_EVERY_SECONDS = 5

/**
 * @param {Screen} screen
 * @param {string} format
 */
export function buildReporter(screen, format = 'text') {
  let lastLine = Number.NEGATIVE_INFINITY
  let total = 0
  /** @param {Record<string, unknown>} fields */
  const jsonLine = (fields) => `${JSON.stringify({ level: 30, time: new Date().toISOString(), ...fields })}\n`
  return (/** @type {BuildProgress | undefined} */ progress) => {
    if (!progress) {
      if (format === 'json') screen.write(jsonLine({ seconds: total, msg: 'the build is ready' }))
      else screen.write(`${screen.isTTY ? CLEAR_LINE : ''}Built in ${total} s.\n`)
      return
    }
    const { seconds, secondsLeft } = progress
    total = Math.ceil(seconds)
    const left = secondsLeft === null ? `${total} s so far, longer than usual` : `about ${secondsLeft} s left`
    const text = `Building Plinth, needed once after an update: ${left}`
    if (format !== 'json' && screen.isTTY) {
      screen.write(CLEAR_LINE + text)
      return
    }
    if (seconds - lastLine < LINE_EVERY_SECONDS) return
    lastLine = seconds
    screen.write(
      format === 'json'
        ? jsonLine({ seconds_left: secondsLeft, msg: 'building Plinth, needed once after an update' })
        : `${text}\n`,
    )
  }
}

// Sends raw bytes, for requests that fetch cannot send.
import { connect } from 'node:net'

/** Returns the response when the connection closes, or after five seconds without data. */
export function exchange(url: string, text: string): Promise<string> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.setTimeout(5000, () => socket.destroy())
  })
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) }
}

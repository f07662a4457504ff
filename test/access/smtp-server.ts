// A mail server that records what it accepts, and that refuses emails or drops connections as the test says.
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'

export interface ReceivedEmail {
  readonly to: string
  /** The Message-ID. */
  readonly id: string
  /** Headers and body. */
  readonly text: string
}

/** What it says at a step instead of accepting; `drop` closes the connection. */
export type Refusal = string | undefined
type Step = 'MAIL' | 'RCPT' | 'DATA' | 'message'

export interface SmtpServer {
  readonly url: string
  readonly commands: string[]
  readonly received: ReceivedEmail[]
  refuse: (step: Step, to: string) => Refusal
  stop(): Promise<void>
}

const ACCEPTED: Readonly<Record<string, string>> = { DATA: '354 go on', QUIT: '221 bye', message: '250 taken' }

export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let [to, message, inData, rest] = ['', '', false, '']
    const answer = (step: string) => {
      const refusal = smtp.refuse(step as Step, to)
      if (refusal === 'drop') socket.destroy()
      else socket.write(`${refusal ?? ACCEPTED[step] ?? '250 ok'}\r\n`)
      return refusal === undefined
    }
    const take = (line: string) => {
      if (inData && line !== '.') message += `${line}\n`
      else if (inData) {
        inData = false
        // Recorded before the answer: a client that is killed now does not know that the email was taken.
        const id = /^Message-ID: <(.*)>$/m.exec(message)?.[1] ?? ''
        if (answer('message')) smtp.received.push({ to, id, text: message })
      } else {
        smtp.commands.push(line)
        to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to
        if (line === 'DATA') message = ''
        inData = answer(line.split(' ', 1)[0]!) && line === 'DATA'
      }
    }
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) if (!socket.destroyed) take(line)
    })
    socket.write('220 receiver\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands: [],
    received: [],
    refuse: () => undefined,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return smtp
}

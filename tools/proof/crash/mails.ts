// The emails of the server, which writes them to a file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LINK = /\/(verify|reset|invitations|desk\/accounts)\/([\w-]+)/

export class Mails {
  readonly #file: string
  /** The file is rotated: what has been read is kept here. */
  readonly #texts = new Set<string>()

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'mail.txt')
  }

  #read(): void {
    for (const file of [`${this.#file}.old`, this.#file])
      if (existsSync(file))
        for (const text of readFileSync(file, 'utf8').split('----\n').slice(0, -1)) this.#texts.add(text)
  }

  /** `verify to@example.ca` for each email with a link. Every link has a token of its own, so none is counted twice. */
  names(): string[] {
    this.#read()
    return [...this.#texts].flatMap((text) => {
      const kind = LINK.exec(text)?.[1]
      return kind === undefined ? [] : [`${kind} ${/^To: (.*)$/m.exec(text)?.[1]}`]
    })
  }

  /** The token of the newest email. */
  token(to: string, kind: string): string | undefined {
    this.#read()
    const text = [...this.#texts].findLast((one) => one.includes(`To: ${to}\n`) && LINK.exec(one)?.[1] === kind)
    return text === undefined ? undefined : LINK.exec(text)?.[2]
  }
}

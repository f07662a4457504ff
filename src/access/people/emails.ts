// What we write to people, and its sending: beside the request, so that how long an answer takes says nothing about whom it found.
import type { Log } from '../../kernel/log.ts'
import type { Mailer, Message } from './mailer.ts'

export class Emails {
  readonly #mailer: Mailer
  readonly #baseUrl: () => string
  readonly #log: Log
  readonly #underWay = new Set<Promise<void>>()

  constructor(mailer: Mailer, baseUrl: () => string, log: Log) {
    this.#mailer = mailer
    this.#baseUrl = baseUrl
    this.#log = log
  }

  verify(to: string, token: string): Message {
    return this.#letter(to, 'Confirm your e-mail address', [
      'Somebody, hopefully you, set a password for a Plinth account with this address.',
      'To confirm that the address is yours, open this link within an hour and give that password:',
      `${this.#baseUrl()}/verify/${token}`,
      'If it was not you, do nothing: without the link the address proves nothing.',
    ])
  }

  reset(to: string, token: string): Message {
    return this.#letter(to, 'Choose a new password', [
      'Somebody asked for a new password for your Plinth sign-in. To choose one, open this link within an hour:',
      `${this.#baseUrl()}/reset/${token}`,
      'If it was not you, do nothing: your password stays as it is.',
    ])
  }

  alreadyVerified(to: string): Message {
    return this.#letter(to, 'You can sign in already', [
      'Somebody, perhaps you, set a password for another Plinth account with this address. It is confirmed for your own',
      'sign-in already, and stays yours alone. You can sign in, or choose a new password:',
      `${this.#baseUrl()}/sign-in`,
      `${this.#baseUrl()}/reset`,
    ])
  }

  #letter(to: string, subject: string, paragraphs: readonly string[]): Message {
    return { to, subject, text: `${paragraphs.join('\n\n')}\n` }
  }

  /** Does the work beside the request, and sends what comes of it. A failure is logged; people ask again. */
  sendInBackground(work: () => Promise<Message | undefined>): void {
    const sent = (async () => {
      try {
        const message = await work()
        if (message) await this.#mailer.send(message)
      } catch (error) {
        this.#log.error({ err: error }, 'a letter could not be sent')
      }
    })()
    this.#underWay.add(sent)
    sent.finally(() => this.#underWay.delete(sent))
  }

  /** When all that is under way has gone out. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}

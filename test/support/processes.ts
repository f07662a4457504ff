// Starts database-process.ts and sends it commands.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from './child.ts'
import type { Answer, Order } from './database-process.ts'
import { cleanUp } from './databases.ts'

export class DatabaseProcess {
  readonly child: ChildProcess
  readonly #exited: Promise<unknown>

  private constructor() {
    const [flag, program] = programOf('support/database-process')
    this.child = fork(program, { execArgv: [flag] })
    this.#exited = once(this.child, 'exit')
  }

  static async start(): Promise<DatabaseProcess> {
    const started = new DatabaseProcess()
    cleanUp(() => started.kill())
    await started.#answer()
    return started
  }

  async #answer(): Promise<Answer> {
    const death = this.#exited.then(() => {
      throw new Error('the process ended before it replied')
    })
    const [answer] = (await Promise.race([once(this.child, 'message'), death])) as [Answer]
    return answer
  }

  ask(order: Order): Promise<Answer> {
    const answer = this.#answer()
    this.child.send(order)
    return answer
  }

  /** Kills the process when `enough` returns true for a commit. */
  async writeUntil(order: Order, enough: (number: number) => boolean): Promise<void> {
    this.child.on('message', (answer: Answer) => {
      if (answer.reply === 'wrote' && enough(answer.number)) this.child.kill('SIGKILL')
    })
    this.child.send(order)
    await this.#exited
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#exited
  }

  /** Disconnects and returns the exit code. */
  async leave(): Promise<number | null> {
    this.child.disconnect()
    await this.#exited
    return this.child.exitCode
  }

  async died(): Promise<void> {
    await this.#exited
  }
}

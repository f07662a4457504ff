// Sends requests that must succeed.
import type { Answer, SendOptions } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { check } from '../image/steps.ts'

const TIMEOUT_MS = 300_000

export async function must(url: string, method: string, path: string, options: SendOptions = {}): Promise<Answer> {
  const answer = await send(url, method, path, { timeoutMs: TIMEOUT_MS, ...options })
  check(
    answer.status >= 200 && answer.status < 300,
    `${method} ${path}: ${answer.status}`,
    answer.text || answer.error || '',
  )
  return answer
}

/** The requests of an operator. */
export class Operator {
  readonly #server: ServerProcess

  constructor(server: ServerProcess) {
    this.#server = server
  }

  async get(path: string): Promise<Answer> {
    return must(this.#server.url, 'GET', `/api/v1/${path}`, { key: this.#server.operatorKey() })
  }

  /** The data of the response. Long operations send progress lines before it. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of two versions
  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<any> {
    return this.#change('POST', path, body, headers)
  }

  // biome-ignore lint/suspicious/noExplicitAny: responses of two versions
  async patch(path: string, body: unknown): Promise<any> {
    return this.#change('PATCH', path, body)
  }

  async #change(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
    const key = this.#server.operatorKey()
    const { text } = await must(this.#server.url, method, `/api/v1/${path}`, { key, body, headers })
    const last = JSON.parse(text.trimEnd().split('\n').at(-1)!)
    check(last.data !== undefined, `${method} /api/v1/${path}`, text)
    return last.data
  }

  /** Uploads rows and imports them. */
  async import(rows: string, note: string): Promise<{ version: string; id: string }> {
    const key = this.#server.operatorKey()
    const headers = { 'content-type': 'application/octet-stream' }
    const path = '/api/v1/operator/uploads?name=projects.ndjson'
    const { body } = await must(this.#server.url, 'POST', path, { key, headers, body: rows })
    const order = { upload: body.data.upload_id, source: 'operator', approve: true, note }
    const report = await this.post('operator/imports', order)
    check(report.outcome === 'published', `the import "${note}" was not published`, report)
    return report
  }

  /** Decides a case with the version that was read. */
  async decide(id: string, decision: object): Promise<{ decision: { id: string } | null }> {
    const { headers } = await this.get(`desk/cases/${id}`)
    return this.post(`desk/cases/${id}/decide`, decision, { 'if-match': String(headers.etag) })
  }
}

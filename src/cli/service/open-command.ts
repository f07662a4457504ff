// plinth open: opens a page of the server in the browser.
import { spawn } from 'node:child_process'
import type { Config } from '../../kernel/config.ts'
import { hasDesktop } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { findServer } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { SERVER_ADVICE, serverUrl } from '../terminal/service-connection.ts'

const PATHS: Readonly<Record<string, string>> = {
  portal: '/',
  docs: '/docs',
  playground: '/playground',
  explore: '/explore',
  account: '/account',
  desk: '/desk',
}

export async function openCommand(config: Config, page: string | undefined, options: ServiceOptions): Promise<number> {
  const server = serverUrl(config, options) ?? (await findServer(config))?.url
  if (server === undefined) throw new Stop('usage', 'no server', SERVER_ADVICE)
  const url = server + PATHS[page ?? 'portal']
  console.log(url)
  openInBrowser(url)
  return EXIT.ok
}

/** Without a desktop, or without a program that opens browsers, the printed address is all there is. */
export function openInBrowser(url: string): void {
  if (!hasDesktop()) return
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

// plinth login, plinth logout and plinth profiles
import { text } from 'node:stream/consumers'
import { createClient } from '@plinth/client'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { revokeTokens } from '../terminal/oauth-tokens.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import type { Profile } from '../terminal/profiles.ts'
import { Profiles } from '../terminal/profiles.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { requireHttpUrl, SERVER_ADVICE } from '../terminal/service-connection.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import { signIn } from './oauth-sign-in.ts'
import { openInBrowser } from './open-command.ts'

interface LoginOptions extends Pick<ServiceOptions, 'server' | 'profile'> {
  readonly keyStdin?: boolean
  readonly browser: boolean
}

export async function loginCommand(config: Config, options: LoginOptions): Promise<number> {
  const profiles = new Profiles(config, options.profile)
  const name = profiles.nameToStore
  const { profiles: known } = profiles.all()
  const server = options.server ?? config.server ?? (Object.hasOwn(known, name) ? known[name]!.server : undefined)
  if (server === undefined) throw new Stop('usage', 'no server', SERVER_ADVICE)
  const baseUrl = requireHttpUrl(server)
  const show = (url: string) => {
    console.log(`To sign in, open this address in your browser:\n\n  ${url}\n`)
    if (options.browser) openInBrowser(url)
  }
  const profile: Profile = {
    server: baseUrl,
    ...(options.keyStdin ? { key: (await text(process.stdin)).trim() } : { tokens: await signIn(baseUrl, show) }),
  }
  // A wrong key is refused now.
  const { account } = await createClient({ baseUrl, apiKey: profile.key ?? profile.tokens!.access_token }).me()
  await profiles.save(name, profile)
  console.log(
    `Signed in to ${baseUrl} as account ${account.id} (${account.plan}). Commands now use the profile "${name}".`,
  )
  return EXIT.ok
}

export async function logoutCommand(config: Config, options: Pick<ServiceOptions, 'profile'>): Promise<number> {
  const profiles = new Profiles(config, options.profile)
  const profile = profiles.find()
  if (!profile) throw new Stop('usage', 'not signed in')
  const { name, server, tokens } = profile
  await profiles.remove(name)
  if (tokens)
    await revokeTokens(server, tokens).catch((error: Error) => {
      console.error(`The sign-in at ${server} could not be ended and expires later: ${error.message}`)
    })
  console.log(`Signed out of ${server}. The profile "${name}" is deleted.`)
  return EXIT.ok
}

export async function profilesCommand(config: Config, options: OutputOptions): Promise<number> {
  const profiles = new Profiles(config)
  const inUse = profiles.find()?.name
  const rows = Object.entries(profiles.all().profiles).map(([name, { server, key }]) => ({
    ...{ name, server, in_use: name === inUse },
    credential: key === undefined ? 'sign-in' : 'API key',
  }))
  const columns = [
    { title: '', text: (row: (typeof rows)[number]) => (row.in_use ? '*' : '') },
    { title: 'Name', text: (row: (typeof rows)[number]) => row.name },
    { title: 'Server', text: (row: (typeof rows)[number]) => row.server },
    { title: 'Credential', text: (row: (typeof rows)[number]) => row.credential },
  ]
  const none = ['No profiles. Add one with "plinth login".']
  print(options, rows, ...(rows.length === 0 ? none : tableLines(rows, columns, styleOf(config))))
  return EXIT.ok
}

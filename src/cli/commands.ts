// The code that each command of assets/commands.json runs. It is loaded when the command runs.
import type { Config } from '../kernel/config.ts'
import { readConfig } from '../kernel/config.ts'
import { namedService } from './terminal/service-connection.ts'

/** Arguments in their order, then the options. Commander does not know their types. */
// biome-ignore lint/suspicious/noExplicitAny: each command declares what its options are
type Values = any[]
export type Run = (...values: Values) => Promise<number>

const withConfig =
  (load: () => Promise<(config: Config, ...values: Values) => Promise<number>>): Run =>
  async (...values) =>
    (await load())(readConfig(), ...values)

const accounts = () => import('./operate/accounts-commands.ts')
const data = () => import('./operate/data-commands.ts')
const backups = () => import('./operate/backup-commands.ts')
const openData = () => import('./operate/open-data-command.ts')
const sources = () => import('./operate/sources-command.ts')
const buildings = () => import('./service/buildings-command.ts')
const feeds = () => import('./service/feeds-command.ts')
const keys = () => import('./operate/keys-command.ts')
const login = () => import('./service/login-command.ts')
const listings = () => import('./service/listings-command.ts')

export const COMMANDS: Readonly<Record<string, Run>> = {
  link: withConfig(async () => (await import('./service/link-command.ts')).linkCommand),
  parse: withConfig(async () => (await import('./service/parse-command.ts')).parseCommand),
  match: async (files, options) =>
    (await import('./bulk/match-flags.ts')).matchCommand(
      files,
      options,
      () => namedService(readConfig(), options),
      () => ({ endpoint: options.s3Endpoint, region: readConfig().snapshotStoreRegion }),
    ),
  index: async (file, options) => (await import('./match/building-index-command.ts')).indexCommand(file, options),
  functions: async (engine, options) =>
    (await import('./functions/functions-command.ts')).functionsCommand(engine, options),
  bridge: async (file, options) => (await import('./match/bridge-command.ts')).bridgeCommand(file, options),
  suggest: withConfig(async () => (await import('./service/suggest-command.ts')).suggestCommand),
  near: withConfig(async () => (await buildings()).nearCommand),
  buildings: withConfig(async () => (await buildings()).buildingsCommand),
  projects: withConfig(async () => (await import('./service/projects-command.ts')).projectsCommand),
  coverage: withConfig(async () => (await import('./service/coverage-command.ts')).coverageCommand),
  mcp: withConfig(async () => (await import('./service/mcp-command.ts')).mcpCommand),

  login: withConfig(async () => (await login()).loginCommand),
  logout: withConfig(async () => (await login()).logoutCommand),
  profiles: withConfig(async () => (await login()).profilesCommand),
  open: withConfig(async () => (await import('./service/open-command.ts')).openCommand),
  'listings put': withConfig(async () => (await listings()).putListing),
  'listings get': withConfig(async () => (await listings()).getListing),
  'listings list': withConfig(async () => (await listings()).listListings),
  'listings export': withConfig(async () => (await listings()).exportListings),
  'listings remove': withConfig(async () => (await listings()).removeListings),
  'listings load': withConfig(async () => (await listings()).loadListings),
  'listings changes': withConfig(async () => (await listings()).listChanges),
  'listings duplicates': withConfig(async () => (await listings()).listDuplicates),
  homes: withConfig(async () => (await import('./service/homes-command.ts')).homesCommand),
  'feeds list': withConfig(async () => (await feeds()).listFeeds),
  'feeds add': withConfig(async () => (await feeds()).addFeed),
  'feeds try': withConfig(async () => (await feeds()).tryFeed),
  'feeds run': withConfig(async () => (await feeds()).runFeed),
  'feeds pause': withConfig(async () => (await feeds()).pauseFeed),
  'feeds resume': withConfig(async () => (await feeds()).resumeFeed),
  'feeds approve': withConfig(async () => (await feeds()).approveFeed),
  'feeds remove': withConfig(async () => (await feeds()).removeFeed),
  'feeds runs': withConfig(async () => (await feeds()).listFeedRuns),
  'feeds upload': withConfig(async () => (await feeds()).uploadFeedFile),
  logs: withConfig(async () => (await import('./service/logs-command.ts')).logsCommand),
  'webhooks listen': async (options) => (await import('./service/webhooks-listen.ts')).listenCommand(options),

  serve: withConfig(async () => (await import('./operate/serve-command.ts')).serveCommand),
  'doctor service': withConfig(async () => (await import('./operate/doctor.ts')).doctorCommand),
  'doctor buildings': async (table, listings, options) =>
    (await import('./doctor/doctor-buildings.ts')).doctorBuildingsCommand(table, listings, options),
  migrate: withConfig(async () => (await import('./operate/migrate-command.ts')).migrateCommand),
  backup: withConfig(async () => (await backups()).backupCommand),
  restore: withConfig(async () => (await backups()).restoreCommand),

  'keys create': withConfig(async () => (await keys()).createKeyCommand),
  'keys list': withConfig(async () => (await keys()).listKeysCommand),
  'keys revoke': withConfig(async () => (await keys()).revokeKeyCommand),
  'accounts list': withConfig(async () => (await accounts()).listAccountsCommand),
  'accounts set': withConfig(async () => (await accounts()).setAccountCommand),
  'accounts erase': withConfig(async () => (await accounts()).eraseAccountCommand),
  'people role': withConfig(async () => (await accounts()).setRoleCommand),
  'audit export': withConfig(async () => (await import('./operate/audit-command.ts')).auditExportCommand),
  'oauth rotate-keys': withConfig(async () => (await import('./operate/oauth-command.ts')).rotateKeysCommand),

  import: withConfig(async () => (await import('./operate/import-command.ts')).importCommand),
  'data list': withConfig(async () => (await openData()).listDataCommand),
  'data install': withConfig(async () => (await openData()).installDataCommand),
  'data update': withConfig(async () => (await openData()).updateDataCommand),
  'data remove': withConfig(async () => (await openData()).removeDataCommand),
  'data retired-codes': async (older, newer) =>
    (await import('./operate/retired-codes-command.ts')).retiredCodesCommand(older, newer),
  'sources list': withConfig(async () => (await sources()).listSourcesCommand),
  'sources add': withConfig(async () => (await sources()).addSourceCommand),
  'sources set': withConfig(async () => (await sources()).setSourceCommand),
  'sources allow': withConfig(async () => (await sources()).allowSourceCommand),
  'sources remove': withConfig(async () => (await sources()).removeSourceCommand),
  'sources runs': withConfig(async () => (await sources()).listRunsCommand),
  refresh: withConfig(async () => (await data()).refreshCommand),
  rollback: withConfig(async () => (await data()).rollbackCommand),
  demo: withConfig(async () => (await data()).demoCommand),
  completion: async (shell, _, { parent }) => (await import('./completion.ts')).completionCommand(shell, parent),
  fit: withConfig(async () => (await import('./fit/fit-command.ts')).fitCommand),
}

// plinth parse: writes an address in standard form and shows its parts.

import type { PlinthClient } from '@plinth/client'
import { addressBookOf } from '../../addresses/address-book.ts'
import type { AddressDescription } from '../../addresses/address-types.ts'
import { describeAddress } from '../../addresses/describe-address.ts'
import { snapshotFiles } from '../../app/snapshot-files.ts'
import { Catalog } from '../../catalog/catalog.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { serverOrLocal } from '../terminal/running-server.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedService } from '../terminal/service-connection.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import { clientFor } from './projects-command.ts'

export interface ParseOptions extends ServiceOptions {
  readonly sandbox?: boolean
  readonly city?: string
  readonly province?: string
  readonly json?: boolean
}

interface Query {
  readonly address: string
  readonly city: string | null
  readonly province: string | null
}

export async function parseCommand(config: Config, address: string, options: ParseOptions): Promise<number> {
  const { city = null, province = null, sandbox = false } = options
  const query = { address, city, province }
  const service = sandbox ? undefined : namedService(config, options)
  const described = await (service ? fromService(service, query) : fromDataFolder(config, query, options))
  console.log(options.json ? JSON.stringify(described, null, 2) : describedText(described, config))
  return EXIT.ok
}

async function fromService(service: PlinthClient, query: Query): Promise<AddressDescription> {
  const { data } = await service.addresses.parse([query])
  return data[0]!
}

function fromDataFolder(config: Config, query: Query, options: ParseOptions): Promise<AddressDescription> {
  return serverOrLocal<AddressDescription>(config, {
    server: (server) => fromService(clientFor(server, config, options), query),
    local: async ({ db, secrets }) => {
      const { streetsFolder } = config
      const catalog = new Catalog({ db, streetsFolder, files: snapshotFiles(config, secrets) })
      await catalog.refresh()
      const snapshot = catalog.snapshot(options.sandbox ? 'sandbox' : 'production')
      const described = describeAddress(query, addressBookOf(snapshot))
      await catalog.stop()
      return described
    },
  })
}

function describedText({ standardized, parts, street }: AddressDescription, config: Config): string {
  const style = styleOf(config)
  const lines = tableLines(
    parts,
    [
      { title: 'Part', text: ({ name }) => name },
      { title: 'Value', text: ({ value }) => value ?? '' },
      { title: 'As given', text: ({ as_given }) => as_given ?? '' },
      { title: 'Understood', text: ({ understood }) => understood },
    ],
    style,
  )
  const { from, to } = street.numbers ?? {}
  const numbers = from === undefined ? '' : from === to ? `, number ${from}` : `, numbers ${from} to ${to}`
  const knowledge = street.known ? `Known street${numbers}` : 'Unknown street'
  return [standardized.text, ...standardized.mailing, '', ...lines, '', knowledge].join('\n')
}

// Publishes and relinks until it is killed. Started by relink-crash.ts.
import { Catalog } from '../../src/catalog/catalog.ts'
import { openDatabase } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { Links } from '../../src/links/links.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { killAt } from '../support/kill-at.ts'
import { layout, newRelinker } from './relink-stage.ts'

const [options, point, nth] = process.argv.slice(2) as [string, string, string]
const db = await openDatabase(JSON.parse(options))
const catalog = new Catalog({ db })
const verified = new VerifiedAddresses(db)
await Promise.all([catalog.refresh(), verified.sync()])
const relinker = newRelinker(db, new Links(catalog, verified), killAt(point, Number(nth)))
for (;;) {
  const version = catalog.snapshot('production').version!.number
  // What the last process left undone comes first.
  await relinker.settle()
  await publishRows(db, { dataset: 'production', source: 'builder', rows: layout(version), at: new Date() })
  await catalog.refresh()
  await relinker.settle()
}

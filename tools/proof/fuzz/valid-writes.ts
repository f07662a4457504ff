// Sends the writes of the part `crash` before the random inputs, so that what these refer to is in every state.
import { Random } from '../../shared/random.ts'
import type { Build } from '../../target/build.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { Effects } from '../crash/effects.ts'
import { Mails } from '../crash/mails.ts'
import { OperationNames, writesOfBuild } from '../crash/operations.ts'
import { CrashSession } from '../crash/session.ts'
import { CatalogueWriter } from '../crash/writers/catalogue-writer.ts'
import type { Callers } from '../crash/writers/row-requests.ts'
import { RowWriter } from '../crash/writers/row-writer.ts'
import type { Writer } from '../crash/writers/writer.ts'
import type { Credentials } from './credentials.ts'
import type { Headers } from './input.ts'

/** Rare writes come first, so that so many are enough for all. */
const STEPS = 40
const CATALOGUE_STEPS = 12

const keyOf = (headers: Headers = []) => ({ key: headers[0]?.[1].replace('Bearer ', '') ?? 'none' })

/** `folder` is for files, `ping` accepts events. */
export async function sendValidWrites(
  build: Build,
  server: ServerProcess,
  credentials: Credentials,
  { folder, ping, share }: { folder: string; ping: string; share: number },
): Promise<void> {
  const operations = await writesOfBuild(build)
  const session = new CrashSession(build)
  session.names = new OperationNames(operations)
  session.url = server.url
  session.operatorKey = server.operatorKey()
  session.random = new Random(1)
  const [account, follower] = credentials.all('elite')
  const { cookie = '', 'x-csrf-token': csrf = '' } = Object.fromEntries(credentials.all('owner')[0] ?? [])
  const callers: Callers = {
    operator: { key: session.operatorKey },
    account: keyOf(account),
    follower: keyOf(follower),
    test: keyOf(credentials.all('sandbox')[0]),
    owner: { cookie, csrf },
  }
  const effects = new Effects()
  const catalogue = new CatalogueWriter(session, callers.account!.key!, folder, effects)
  await catalogue.prepare()
  const project = String(catalogue.projects[1])
  const variables = { ping, owner: 'none', project, listed: project }
  const deps = { callers, variables, effects, mails: new Mails(server.dataDir), operations }
  const lanes = RowWriter.lanes.map((lane) => new RowWriter(session, lane, deps))
  const send = async (writer: Writer, steps: number) => {
    for (let step = 0; step < steps * share; step++) await writer.step()
  }
  await Promise.all([send(catalogue, CATALOGUE_STEPS), ...lanes.map((writer) => send(writer, STEPS))])
}

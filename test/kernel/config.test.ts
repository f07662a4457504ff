// Settings from the environment: secrets may be in files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/kernel/config.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

it('reads every secret from a file', () => {
  const secret = 's'.repeat(40)
  const config = readConfig({
    SECRET_KEY_FILE: file('key', `${secret}\n`),
    DATABASE_URL_FILE: file('url', 'postgres://plinth@db/plinth\n'),
    SMTP_URL_FILE: file('smtp', ' smtp://mail.example:587'),
    PLINTH_API_KEY_FILE: file('api', 'pl_test_x'),
  })
  expect(config).toMatchObject({
    secretKey: secret,
    databaseUrl: 'postgres://plinth@db/plinth',
    smtpUrl: 'smtp://mail.example:587',
    apiKey: 'pl_test_x',
  })
})

it('ignores files of settings that are no secrets', () => {
  expect(readConfig({ PORT_FILE: file('port', '1') }).port).toBe(8080)
})

it.each([
  [
    'both are set',
    { SMTP_URL: 'smtp://a', SMTP_URL_FILE: file('smtp-2', 'smtp://b') },
    /SMTP_URL and SMTP_URL_FILE are both set/,
  ],
  [
    'the file is missing',
    { SECRET_KEY_FILE: join(folder, 'none') },
    /SECRET_KEY_FILE: .*none cannot be read \(ENOENT\)/,
  ],
  ['the file is empty', { SECRET_KEY_FILE: file('empty', '\n') }, /SECRET_KEY_FILE: .*empty is empty/],
  [
    'the value is wrong',
    { SECRET_KEY_FILE: file('short', 'too short') },
    /SECRET_KEY must have at least 32 characters/,
  ],
])('says so if %s', (_, env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

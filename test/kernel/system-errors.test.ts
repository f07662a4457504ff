// Errors of the operating system become messages with advice.
import { describe, expect, it } from 'vitest'
import { requireOpenFiles } from '../../src/cli/operate/file-limit.ts'
import { requireMemory } from '../../src/cli/operate/memory-limit.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { stopFromFileError, stopFromListenError } from '../../src/kernel/system-errors.ts'

describe('an error of the file system', () => {
  it.each([
    ['ENOSPC', 'The disk is full: cannot write to /data/x.', /Free some space/],
    ['EROFS', 'Cannot write to /data/x (EROFS).', /read-only/],
    ['EACCES', 'Cannot write to /data/x (EACCES).', /owner and mode/],
    ['ENOTDIR', 'Cannot use /data/x as a folder (ENOTDIR).', /another DATA_DIR/],
    ['EMFILE', 'Too many open files: cannot open /data/x.', /ulimit -n/],
  ])('%s says what is wrong, where, and what to do', (code, message, advice) => {
    expect(stopFromFileError({ code, path: '/data/x', syscall: 'open' })).toMatchObject({
      message,
      advice: expect.stringMatching(advice),
      exitCode: 1,
    })
  })

  it('is reported for a folder that cannot be created', () => {
    expect(stopFromFileError({ code: 'ENOENT', path: '/ro/new', syscall: 'mkdir' })?.message).toContain('/ro/new')
  })

  it('uses the place of the caller when it has no path', () => {
    expect(stopFromFileError({ code: 'ENOSPC', syscall: 'write' }, '/data')?.message).toContain('/data')
  })

  it('leaves other errors as they are', () => {
    expect(stopFromFileError(new TypeError('a bug'), '/data')).toBeUndefined()
    expect(stopFromFileError({ code: 'ENOENT', path: '/missing', syscall: 'open' })).toBeUndefined()
    expect(stopFromListenError(new TypeError('a bug'), '127.0.0.1', 80)).toBeUndefined()
  })
})

describe('a server that cannot listen', () => {
  it.each([
    ['EADDRINUSE', 'Another program already listens on 127.0.0.1:80.', /another PORT/],
    ['EACCES', 'No permission to listen on 127.0.0.1:80.', /above 1023/],
    ['EADDRNOTAVAIL', 'This machine does not have the address of 127.0.0.1:80.', /Set HOST/],
    ['ENOTFOUND', 'Cannot find the host of 127.0.0.1:80.', /Set HOST/],
  ])('explains %s', (code, message, advice) => {
    expect(stopFromListenError({ code }, '127.0.0.1', 80)).toMatchObject({
      message,
      advice: expect.stringMatching(advice),
    })
  })
})

describe('the limit of open files', () => {
  const limits = (soft: string) => `Limit  Soft Limit\nMax open files            ${soft}                 1024   files\n`

  it('refuses a limit that is too low, with the command that raises it', () => {
    expect(() => requireOpenFiles(limits('64'))).toThrow(
      'The limit of open files is 64; the server needs at least 256.',
    )
  })

  it('accepts enough, no limit, and a system that does not report it', () => {
    for (const text of [limits('256'), limits('unlimited'), '']) expect(() => requireOpenFiles(text)).not.toThrow()
  })
})

describe('the memory limit', () => {
  it('is refused if it is too low, with what the server needs', () => {
    expect(() => requireMemory(256 * 1024 * 1024)).toThrow(
      'The memory limit is 256 MB; the server needs at least 384 MB.',
    )
  })

  it('is accepted if it is enough, and if there is none', () => {
    expect(() => requireMemory(384 * 1024 * 1024)).not.toThrow()
    expect(() => requireMemory()).not.toThrow()
  })
})

it('refuses a DATABASE_URL without a scheme, and does not print it', () => {
  const secret = { DATABASE_URL: 'user:hidden@host/plinth', SECRET_KEY: 'x'.repeat(40) }
  expect(() => readConfig(secret)).toThrow(/^DATABASE_URL must start with postgres:\/\/ or postgresql:\/\/$/)
})

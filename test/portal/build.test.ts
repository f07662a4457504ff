// The build of the portal.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BUILD } from '../support/built.ts'

it('is a production build without paths of source files, also when a test starts it', async () => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'test'
  try {
    const { resolveConfig } = await import('vite')
    expect((await resolveConfig({ configFile: 'vite.config.ts' }, 'build')).isProduction).toBe(true)
  } finally {
    process.env.NODE_ENV = before
  }
  const portal = join(BUILD, 'portal')
  const scripts = readdirSync(portal).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((name) => /\.tsx\b|jsxDEV/.test(readFileSync(join(portal, name), 'utf8')))).toEqual([])
})

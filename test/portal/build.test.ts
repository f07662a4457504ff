// The build of the portal.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('is a production build without paths of source files, also when a test starts it', async () => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'test'
  try {
    const { resolveConfig } = await import('vite')
    expect((await resolveConfig({ configFile: 'vite.config.ts' }, 'build')).isProduction).toBe(true)
  } finally {
    process.env.NODE_ENV = before
  }
  const scripts = readdirSync('dist/portal').filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((name) => /\.tsx\b|jsxDEV/.test(readFileSync(`dist/portal/${name}`, 'utf8')))).toEqual([])
})

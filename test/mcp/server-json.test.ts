// server.json: what the MCP registry requires of it, and that it agrees with the server.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { routes } from '../../src/http/routes.ts'
import { VERSION } from '../../src/kernel/config.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const listed = read('server.json')

/** The rules of the registry's schema of 2025-12-11, for the fields that this file has. */
const Input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
})
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  remotes: z
    .array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.string().regex(/^(https?:\/\/[^\s]+|\{[a-zA-Z_][a-zA-Z0-9_]*\}[^\s]*)$/),
        variables: z.record(z.string(), Input),
        headers: z.array(Input.extend({ name: z.string().min(1) })),
      }),
    )
    .length(1),
})

it('has the form that the MCP registry requires', () => {
  expect(ServerJson.safeParse(listed).error?.issues).toBeUndefined()
})

it('has a name in reverse-DNS form and the version of the package', () => {
  expect(listed.name).toMatch(/^[a-z]{2,}(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\/[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/)
  expect([listed.version, VERSION]).toEqual([read('package.json').version, read('package.json').version])
})

it('gives the path of the MCP endpoint, with a variable for each part that differs between servers', () => {
  const [{ url, variables }] = listed.remotes
  expect([...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(variables))
  const filled = new URL(url.replace('{base_url}', variables.base_url.placeholder))
  expect(routes.some(({ method, path }) => method === 'POST' && path === filled.pathname)).toBe(true)
})

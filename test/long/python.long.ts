// The Python client on a Dask cluster, and under mypy (Debian packages python3-distributed and mypy).
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { PYTHON } from '../support/python.ts'

const cwd = 'clients/python'
beforeAll(() => void execFileSync(PYTHON, ['make_client.py'], { cwd }))

it('links every row once, as plinth match does, when a Dask worker is killed', async () => {
  const env = { ...process.env, NODE: process.execPath }
  const { stdout } = await promisify(execFile)(PYTHON, ['tests/run_dask.py', '40000', '3'], { cwd, env })
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 40_000,
    lost_or_twice: 0,
    different_answers: 0,
    killed_worker_in_result: false,
  })
})

it('is clean under mypy --strict, as is a program that uses it', async () => {
  const args = ['--strict', '--cache-dir', '/dev/null', 'plinth', 'tests/typed_program.py']
  const { stdout } = await promisify(execFile)('mypy', args, { cwd, env: { ...process.env, MYPYPATH: '.' } })
  expect(stdout).toContain('Success: no issues found')
})

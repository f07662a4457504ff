// Release files: the same bytes from every copy of the repository, and one version in all of them.
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLock, shippedPackages } from '../../tools/proof/supply/lock-file.ts'
import { checksums, differences } from '../../tools/release/files.ts'
import { licenceList, packPython } from '../../tools/release/pack.ts'
import { pythonVersion, versionProblems } from '../../tools/release/versions.ts'
import { PYTHON } from '../support/python.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'plinth-release-'))

/** A copy of what the Python client is packed from, with new file times. */
function copyOfPython(folder: string): string {
  for (const path of ['tools/release/pack_python.py', 'clients/python', 'LICENSE', 'docs/openapi.json'])
    cpSync(path, join(folder, path), { recursive: true })
  return folder
}

function packedPython(clone: string): string {
  const output = newFolder()
  packPython(clone, output, '1800000000')
  return output
}

describe('the archives of the Python client', () => {
  const clone = copyOfPython(newFolder())
  const packed = packedPython(clone)

  it('have the same bytes from copies at other places and times', () => {
    const elsewhere = copyOfPython(join(newFolder(), 'a', 'longer', 'path'))
    mkdirSync(join(elsewhere, 'clients/python/plinth/__pycache__'), { recursive: true })
    writeFileSync(join(elsewhere, 'clients/python/plinth/__pycache__/left-behind.pyc'), '')
    expect(differences(packed, packedPython(elsewhere))).toEqual([])
    expect(checksums(packed).trim().split('\n')).toHaveLength(2)
  })

  it('differ if one file differs', () => {
    const changed = copyOfPython(newFolder())
    appendFileSync(join(changed, 'clients/python/plinth/errors.py'), '\n')
    expect(differences(packed, packedPython(changed))).toHaveLength(2)
  })

  it('are a wheel with the right hashes, and contain no tests', () => {
    const check = `
import base64, hashlib, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
record = next(name for name in archive.namelist() if name.endswith("RECORD"))
rows = [line.split(",") for line in archive.read(record).decode().splitlines()]
assert sorted(name for name, _, _ in rows) == sorted(archive.namelist())
for name, digest, size in rows[:-1]:
    content = archive.read(name)
    found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    assert digest == "sha256=" + found and int(size) == len(content), name
sys.path.insert(0, sys.argv[1])
import plinth.webhook
print("\\n".join(archive.namelist()))
`
    const wheel = checksums(packed).match(/\S+\.whl/)?.[0] ?? ''
    const names = execFileSync(PYTHON, ['-c', check, join(packed, wheel)], { encoding: 'utf8' })
    expect(names).toContain('plinth/py.typed')
    expect(names).not.toMatch(/test|\.pyc|make_client|methods/)
  })
})

describe('differences', () => {
  it('names files that are missing or changed', () => {
    const [one, other] = [newFolder(), newFolder()]
    for (const folder of [one, other])
      for (const name of ['a.tgz', 'b.tgz', 'c.tgz']) writeFileSync(join(folder, name), 'x')
    expect(differences(one, other)).toEqual([])
    rmSync(join(one, 'c.tgz'))
    writeFileSync(join(other, 'b.tgz'), 'y')
    expect(differences(one, other)).toEqual(['b.tgz', 'c.tgz'])
  })
})

describe('the version', () => {
  const read = (path: string) => readFileSync(path, 'utf8')

  it('is the same everywhere', () => {
    expect(versionProblems()).toEqual([])
    expect(pythonVersion('1.2.0-dev')).toBe('1.2.0.dev0')
    expect(pythonVersion('1.2.0')).toBe('1.2.0')
  })

  it('is a problem wherever it differs, and needs a section of the change log', () => {
    const found = versionProblems((path) =>
      path === 'package.json' ? read(path).replace(/"version": "[^"]+"/, '"version": "97.1.0"') : read(path),
    )
    const places = [
      'packages/client',
      'packages/matcher',
      'package-lock',
      'openapi',
      'pyproject',
      '__init__',
      'CHANGELOG',
    ]
    for (const place of places) expect(found.join('\n')).toContain(place)
  })
})

it('lists the licence of every shipped package', () => {
  const list = licenceList(shippedPackages(readLock('.')))
  expect(list).toMatch(/^zod \d+\.\d+\.\d+\tMIT$/m)
  // With a note if a package does not state it.
  expect(list).not.toMatch(/not stated$/m)
})

// Matches 1,000 Parquet files of a bucket, and compares with one file of the same rows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import S3rver from 's3rver'
import { expect, it } from 'vitest'
import { BucketStore } from '../../src/catalog/files/snapshot-store.ts'
import { runPlinth } from '../support/child.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const root = suiteFolder()
const path = (name: string) => join(root, name)
const FILES = 1000
const ROWS = 200
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

it('finds in 1,000 zstd files of a bucket what it finds in one file, and skips what is finished', async () => {
  const s3 = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: path('s3') },
    configureBuckets: [{ name: 'bucket', configs: [] }],
  })
  const endpoint = `http://127.0.0.1:${(await s3.run()).port}`
  Object.assign(process.env, KEYS)
  const store = new BucketStore('bucket', '', endpoint)
  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  const rowsOf = async (sql: string) => (await duck.runAndReadAll(sql)).getRowObjectsJson()
  try {
    const streets = ['Howe St, Vancouver', 'Front St W, Toronto', 'rue Tupper, Montréal']
    const buildings = Array.from({ length: 300 }, (_, i) => `{"id":${i},"address":"${100 + i} ${streets[i % 3]}"}`)
    writeFileSync(path('buildings.ndjson'), buildings.join('\n'))
    await duck.run(`create table listings as select i::bigint as id, [i] as photos,
      '#' || (1 + i % 40) || ' - ' || (100 + i % 400) || ' ' || ['${streets.join("', '")}'][1 + i % 3] as address
      from range(${FILES * ROWS}) t(i)`)
    const names = Array.from({ length: FILES }, (_, i) => `${String(i).padStart(4, '0')}.parquet`)
    for (const [i, name] of names.entries()) {
      await duck.run(
        `copy (select * from listings where id // ${ROWS} = ${i} order by id) to '${path('part')}' (format parquet, compression zstd)`,
      )
      await store.upload(`in/${name}`, path('part'))
    }
    const args = ['match', '--buildings', path('buildings.ndjson'), '--threads', '2']
    const many = async (...more: string[]) => {
      const bucket = ['s3://bucket/in/*.parquet', '-o', 's3://bucket/out/', '--s3-endpoint', endpoint]
      const running = runPlinth([...args, ...bucket, ...more], KEYS)
      return [await running.exited, running.output().trim().split('\n').at(-1)]
    }
    expect(await many('--shard', '1/4')).toEqual([0, '250 files: 250 written'])
    expect(await many()).toEqual([0, '1,000 files: 750 written, 250 finished before'])
    mkdirSync(path('out'))
    for (const name of names) await store.download(`out/${name}`, path(`out/${name}`))
    await duck.run(`copy (from listings order by id) to '${path('one.parquet')}' (format parquet)`)
    const one = runPlinth([...args, path('one.parquet'), '-o', path('one-out.parquet'), '--columns', 'all'], {})
    expect(await one.exited).toBe(0)
    const [difference] =
      await rowsOf(`select count(*)::integer as n, count(*) filter (where a is distinct from b)::integer as other from
      (select a.id as id, a from '${path('out/*.parquet')}' a) join
      (select b.id as id, b from '${path('one-out.parquet')}' b) using (id)`)
    expect(difference).toEqual({ n: FILES * ROWS, other: 0 })
  } finally {
    for (const name of Object.keys(KEYS)) delete process.env[name]
    duck.closeSync()
    await s3.close()
  }
})

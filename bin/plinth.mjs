#!/usr/bin/env node
// The `plinth` command: builds if needed, then runs the command line.
import cluster from 'node:cluster'
import { buildIfStale } from './build.mjs'

// Workers run the code of the process that started them.
if (cluster.isPrimary) buildIfStale()
const { main } = await import('../dist/bundle/main.js')
process.exitCode = await main(process.argv.slice(2))

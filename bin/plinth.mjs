#!/usr/bin/env node
// The `plinth` command: builds if needed, then runs the command line.
import { buildIfStale } from './build.mjs'

buildIfStale()
const { main } = await import('../dist/main.js')
process.exitCode = await main(process.argv.slice(2))

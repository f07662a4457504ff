#!/usr/bin/env node
// The command: builds what is stale, then hands over to the command line.
import { buildIfStale } from './build.mjs'

buildIfStale()
const { main } = await import('../dist/main.js')
process.exitCode = await main(process.argv.slice(2))

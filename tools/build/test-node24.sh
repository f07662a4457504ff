#!/bin/bash
# Runs the tests, or the named ones, on Node 24 from the npm package `node`. Programs that tests start use it, too.
set -euo pipefail
cd "$(dirname "$0")/../.."
case " $* " in *' --help '*) sed -n '2s/^# //p' tools/build/test-node24.sh; exit ;; esac
case $(uname -m) in aarch64 | arm64) cpu=arm64 ;; *) cpu=x64 ;; esac
system=$(uname -s | tr '[:upper:]' '[:lower:]')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-save --ignore-scripts --silent "node-$system-$cpu@24"
export PATH="$folder/node_modules/node-$system-$cpu/bin:$PATH"
node --version
node node_modules/vitest/vitest.mjs run "$@"

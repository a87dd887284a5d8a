#!/bin/sh
# Installs one workspace and the contracts. No package's own script runs: what needs a binary has it as a package.
# usage: install.sh <workspace> [--omit=dev]
set -eu
workspace=$1
shift
npm ci --ignore-scripts --no-audit --no-fund --workspace=contracts --workspace="$workspace" "$@"

#!/bin/sh
# What only a person with an editor reads, and what only a build needs. About a third of the packages' weight.
set -eu
find . -path '*/node_modules/*' -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.flow' \) -delete

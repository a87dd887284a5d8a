import { createRequire } from "node:module"

/** Loads bcoin as it is installed, with `mrmr` in JavaScript instead of native code. */
export function loadBcoin(): { bcoin: unknown; levelDown: unknown } {
  const require = createRequire(import.meta.url)
  const fromBcoin = createRequire(require.resolve("bcoin"))
  // mrmr requires native code although its package contains a JavaScript version.
  const native = fromBcoin.resolve("mrmr")
  const inJavaScript = native.replace(/[^/\\]+$/, "murmur3-browser.js")
  fromBcoin(inJavaScript)
  require.cache[native] = require.cache[inJavaScript]
  return { bcoin: require("bcoin"), levelDown: createRequire(fromBcoin.resolve("bdb"))("leveldown") }
}

import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Plugin } from "vite"

const DISPLAY_NAMES = /^\w+\.displayName = .*;$/gm
const COMPONENT_CALLS = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm

/**
 * Functions that a shop without the router's own forms, fetchers and instrumentation never calls: they lie inside
 * others that it does call, where no bundler can see that.
 */
const NEVER_CALLED = [
  "handleAction",
  "handleFetcherAction",
  "handleFetcherLoader",
  "fetch2",
  "instrumentClientSideRouter",
  "getRouteInstrumentationUpdates",
]

/**
 * Takes a function's body away, indented as the router publishes it.
 * @throws {Error} where there is no such function: another version of the router has to be looked at anew
 */
function without(code: string, name: string): string {
  const whole = new RegExp(`^( *)((?:async )?function ${name})\\([\\s\\S]*?^\\1}$`, "m")
  if (!whole.test(code)) throw new Error(`This version of react-router has no function ${name}`)
  return code.replace(whole, "$1$2() {}")
}

/**
 * React Router without what this shop's browser never runs. Its published entry is the development build,
 * and the names it gives its components for debugging, and calls not marked as pure, keep components in every bundle that does not use them.
 */
export function leanRouter(): Plugin {
  const production = join(
    dirname(createRequire(import.meta.url).resolve("react-router/package.json")),
    "dist/production",
  )
  return {
    name: "lean-router",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: join(production, "index.mjs") },
          { find: /^react-router\/dom$/, replacement: join(production, "dom-export.mjs") },
        ],
      },
    }),
    transform: {
      filter: { id: /react-router\/dist\/production/ },
      handler: (code) => {
        const pure = code.replace(DISPLAY_NAMES, "").replace(COMPONENT_CALLS, "/* @__PURE__ */ ")
        const isRouter = pure.includes("function createRouter(")
        return { code: isRouter ? NEVER_CALLED.reduce(without, pure) : pure, map: null }
      },
    },
  }
}

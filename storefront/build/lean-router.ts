import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Plugin } from "vite"

const DISPLAY_NAMES = /^\w+\.displayName = .*;$/gm
const COMPONENT_CALLS = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm

/**
 * React Router's published entry is its development build, and the names it gives its components for debugging, and calls
 * not marked as pure, keep every component of it in a bundle that uses three. This takes the production build and lets
 * the bundler see what is not used.
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
      handler: (code) => ({
        code: code.replace(DISPLAY_NAMES, "").replace(COMPONENT_CALLS, "/* @__PURE__ */ "),
        map: null,
      }),
    },
  }
}

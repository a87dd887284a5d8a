import type { Plugin } from "vite"

/** Vite's helper also loads and awaits styles. Here a page's first script does (src/app/load-scripts.ts): 0.6 KiB of gzip less on every page. */
export function leanPreload(): Plugin {
  return {
    name: "lean-preload",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform: { filter: { id: /vite\/preload-helper/ }, handler: () => ({ code: HELPER, map: null }) },
  }
}

const HELPER = `
const asked = new Set()
export function __vitePreload(load, files = []) {
  for (const file of files) {
    if (asked.has(file) || file.endsWith(".css")) continue
    asked.add(file)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/" + file }))
  }
  return load()
}
`

import { copyFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "rolldown"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

const NATIVE = /require\('(\.\/native\/[\w-]+|\.{1,2}\/(native\/)?binding|secp256k1\/bindings)'\)/g

/** The sandbox's own sources and bcoin in one file: bcoin's native libraries are installed by no package manager of today. */
await build({
  cwd: import.meta.dirname,
  input: fileURLToPath(import.meta.resolve("@shop/sandbox/published")),
  platform: "node",
  external: [/^(leveldown|lightningdevkit|pg|zod)(\/|$)/],
  resolve: { alias: { mrmr: "mrmr/lib/murmur3-browser.js" } },
  plugins: [
    {
      name: "bcoin-in-javascript",
      resolveId: (id) => (id.endsWith("/load-bcoin.js") ? here("load-bcoin.mjs") : null),
      // Its libraries take their own JavaScript each time that native code cannot be loaded.
      transform: (code, id) =>
        /\/(bcrypto|bstring)\/lib\//.test(id)
          ? code.replace(NATIVE, "(() => { throw new Error() })()")
          : null,
    },
  ],
  output: { file: here("dist/index.js"), codeSplitting: false, comments: { legal: true }, minify: true },
})
await copyFile(here("index.d.ts"), here("dist/index.d.ts"))

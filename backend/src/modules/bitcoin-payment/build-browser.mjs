import { plugin } from "@medusajs/admin-bundler"
import { fileURLToPath } from "node:url"
import { build } from "vite"

/** The widgets, as `medusa plugin:build` bundles them. That command puts each source twice into the package, as a source map too. */
const buildAdmin = () => plugin({ root: import.meta.dirname, outDir: ".medusa/server" })

/** Without the blanks of the styles, which are a text to Vite. */
const leanStyles = {
  name: "lean-styles",
  transform: (code, id) =>
    id.endsWith("/src/styles.ts") ? code.replace(/\n\s*|(?<=[:;,{}]) | (?=[{}])/g, "") : null,
}

/** `<bitcoin-payment>` in one file, which the plugin serves. */
const buildElement = () =>
  build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "warn",
    plugins: [leanStyles],
    // The encoder without the package's renderers, which weigh a tenth of the file.
    resolve: {
      alias: [
        { find: /^qrcode$/, replacement: "qrcode/lib/core/qrcode.js" },
        // No code holds Japanese.
        { find: /^\.\/kanji-data$/, replacement: "./byte-data" },
      ],
    },
    build: {
      outDir: ".medusa/server/src/browser",
      target: "es2022",
      // Vite leaves the blanks of libraries for later tools. There are none.
      rolldownOptions: { output: { minify: true } },
      lib: {
        entry: fileURLToPath(
          new URL("src/define.ts", import.meta.resolve("medusa-payment-bitcoin-storefront/package.json")),
        ),
        formats: ["es"],
        fileName: () => "element.js",
      },
    },
  })

await buildAdmin()
await buildElement()

import react from "@vitejs/plugin-react"
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { keepAssets } from "./build/keep-assets.ts"
import { leanPreload } from "./build/lean-preload.ts"
import { leanRouter } from "./build/lean-router.ts"
import { precompress } from "./build/precompress.ts"

/** Contract and payment client are bundled from their TypeScript sources, so that a page contains only the schemas it uses. */
const SOURCE_CONDITION = "source"

const EVERY_PAGE = /\/(?:rolldown-runtime|react|vendor|shared|entry-client)-/

/** Each page contains one of them (server/assets.tsx). */
const STYLES_FOLDER = join(import.meta.dirname, "src/app/page-styles")
const PAGE_STYLES = readdirSync(STYLES_FOLDER).map((file) => join(STYLES_FOLDER, file))

/** The chosen brand. Nothing of another is in the build. */
const BRAND = join(import.meta.dirname, "../brands", process.env.BRAND || "demo")

/** A chunk of the modules that match, without their dependencies. */
const group = (
  name: string,
  test: RegExp,
  options: { minShareCount?: number; priority?: number; includeDependenciesRecursively?: boolean } = {},
) => ({ name, test, includeDependenciesRecursively: false, ...options })

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), leanPreload(), leanRouter(), keepAssets(), precompress()],
  publicDir: join(BRAND, "public"),
  resolve: { alias: { "@brand": BRAND }, conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
  ssr: {
    noExternal: ["@shop/contracts", "medusa-payment-bitcoin-storefront"],
    resolve: { conditions: [SOURCE_CONDITION, ...defaultServerConditions] },
  },
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        copyPublicDir: false,
        target: "node20",
        // One file, read completely at start, so that a new build in the same folder does not affect a running server.
        rolldownOptions: { input: "server/main.ts", output: { codeSplitting: false } },
      }
    : {
        outDir: "dist/client",
        manifest: "manifest.json",
        // Fonts and pictures stay separate files: the content security policy forbids data: fonts.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // The other chunks of every page are loaded when a page asks for more, and the chunk itself at once.
          resolveDependencies: (file, chunks) =>
            chunks.filter((name) => name !== file && !EVERY_PAGE.test(name)),
        },
        rolldownOptions: {
          input: ["src/app/load-scripts.ts", "src/app/entry-client.tsx", ...PAGE_STYLES],
          optimization: { inlineConst: true },
          output: {
            // Reads without an effect go. With them goes a guard of React, for selections inside number fields (Firefox); no form here has one.
            minify: { compress: { treeshake: { propertyReadSideEffects: false } }, mangle: true },
            codeSplitting: {
              groups: [
                // Libraries that every page needs and releases seldom change. Two chunks make shorter tasks.
                group("react", /node_modules[\\/](react|react-dom|scheduler)[\\/]/, {
                  priority: 2,
                  includeDependenciesRecursively: true,
                }),
                group(
                  "vendor",
                  /node_modules[\\/](react-router|@tanstack)[\\/](?!.*nfiniteQuery(Obs|Opt|\.js))/,
                  { priority: 2 },
                ),
                group(
                  "late-parsers",
                  /src[\\/]api[\\/]late-schemas|contracts[\\/]src[\\/](orders|order-history|bitcoin-refund|cancellation|card-payment|checkout|contact|account|postcode|text)\./,
                  { priority: 3 },
                ),
                group(
                  "catalogue-parsers",
                  /src[\\/]api[\\/]catalogue-schemas|contracts[\\/]src[\\/](catalogue|food)\./,
                  {
                    priority: 3,
                  },
                ),
                // Loaded with the first call, or later.
                group(
                  "parsers",
                  /node_modules[\\/]zod[\\/]|src[\\/]api[\\/]schemas|contracts[\\/]src[\\/](?!index|order-actions|choices|diets|http-headers|format-money|confirmation-time|damage-terms|retention|data-complaint)/,
                  { priority: 2 },
                ),
                group("forms", /src[\\/]ui[\\/](field|form|notice)\./, { minShareCount: 2, priority: 2 }),
                group(
                  "orders",
                  /src[\\/](lib[\\/](bitcoin-labels|card-labels|order-credit)|api[\\/](orders|order-subscription)|stages|bitcoins)\./,
                  { minShareCount: 2, priority: 2 },
                ),
                group("account", /src[\\/]api[\\/]account\./, {
                  minShareCount: 2,
                  priority: 2,
                }),
                group("order-query", /src[\\/]api[\\/](order-(query|access)|server-clock)\./, {
                  minShareCount: 2,
                  priority: 2,
                }),
                group("summary", /src[\\/](ui[\\/](discount-code|totals)|api[\\/]discount-code)\./, {
                  minShareCount: 2,
                  priority: 2,
                }),
                group("dialog", /src[\\/]ui[\\/](top-)?dialog\./, { minShareCount: 2, priority: 2 }),
                // Small modules of several pages: one request instead of a dozen.
                group(
                  "shared",
                  /src[\\/](ui|lib|api)[\\/](?!order-|account|failure-|time|accordion|qr-code|avatar|breadcrumb|stepper|polic|discount|cart-actions|sign-in|products|totals|fact)|contracts[\\/]src[\\/](?!order-actions)|features[\\/]page-seo|copy[\\/]every-page|preload-helper/,
                  { minShareCount: 3, priority: 1 },
                ),
                // One request instead of two small ones.
                group("catalogue", /src[\\/](api[\\/]products|pages[\\/]late-part)\./, { priority: 2 }),
                group(
                  "products",
                  /src[\\/](features[\\/]products|ui[\\/](breadcrumb|stepper|skeleton-cards)|lib[\\/](diets|sizes)|diets\.)/,
                  { minShareCount: 2, priority: 2 },
                ),
                // The home page's sections that have a page of their own as well.
                group("sections", /src[\\/](features[\\/]faq|ui[\\/]accordion)|copy[\\/]faq/, {
                  minShareCount: 2,
                }),
                group("contact", /src[\\/](features[\\/]contact|ui[\\/]social-links)/, { minShareCount: 2 }),
                group("policies", /src[\\/](ui[\\/]policy-links|lib[\\/]policies)/),
                // Modules of two pages are smaller than a request of their own.
                group(
                  "small",
                  /src[\\/](ui|lib)[\\/](?!failure-|qr-code|accordion|avatar|breadcrumb|stepper|polic|discount|time|bitcoin-address|totals)/,
                  { minShareCount: 2 },
                ),
              ],
            },
          },
        },
      },
}))

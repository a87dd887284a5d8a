import react from "@vitejs/plugin-react"
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite"
import { keepAssets } from "./build/keep-assets.ts"
import { leanRouter } from "./build/lean-router.ts"
import { precompress } from "./build/precompress.ts"

/** The contract is bundled from its TypeScript source, so that a page carries only the schemas it uses. */
const SOURCE_CONDITION = "source"

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), leanRouter(), keepAssets(), precompress()],
  resolve: { conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
  ssr: {
    noExternal: ["@shop/contracts"],
    resolve: { conditions: [SOURCE_CONDITION, ...defaultServerConditions] },
  },
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        copyPublicDir: false,
        target: "node20",
        // One file, read whole at the start: a build in the same place takes nothing from a server that runs.
        rolldownOptions: { input: "server/main.ts", output: { codeSplitting: false } },
      }
    : {
        outDir: "dist/client",
        manifest: "manifest.json",
        cssCodeSplit: false,
        // Fonts and pictures stay files of their own: the content policy allows no data: fonts.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ["src/app/load-scripts.ts", "src/app/entry-client.tsx"],
          optimization: { inlineConst: true },
          output: {
            codeSplitting: {
              groups: [
                // What every page needs and a new release of the shop seldom changes; in two, for shorter tasks.
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
                { name: "vendor", test: /node_modules[\\/](react-router|@tanstack|zod)[\\/]/, priority: 2 },
                // Small modules that several pages share: one request instead of a dozen.
                {
                  name: "shared",
                  test: /src[\\/](ui|lib|api)[\\/]|contracts[\\/]src/,
                  minShareCount: 3,
                  priority: 1,
                },
                // What every page with products on it has, and nothing of what that stands on.
                {
                  name: "products",
                  test: /src[\\/](features[\\/](product-grid|add-to-cart|page-seo[\\/]structured-data)|api[\\/]products)/,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                // What two pages share is less than the request it would be.
                {
                  name: "small",
                  test: /src[\\/](ui|lib)[\\/]/,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
}))

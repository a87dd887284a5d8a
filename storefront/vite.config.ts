import react from "@vitejs/plugin-react"
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite"
import { keepAssets } from "./build/keep-assets.ts"
import { leanRouter } from "./build/lean-router.ts"
import { precompress } from "./build/precompress.ts"

/** The contract is bundled from its TypeScript source, so that a page contains only the schemas it uses. */
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
        // One file, read completely at start, so that a new build in the same folder does not affect a running server.
        rolldownOptions: { input: "server/main.ts", output: { codeSplitting: false } },
      }
    : {
        outDir: "dist/client",
        manifest: "manifest.json",
        cssCodeSplit: false,
        // Fonts and pictures stay separate files: the content security policy forbids data: fonts.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ["src/app/load-scripts.ts", "src/app/entry-client.tsx"],
          optimization: { inlineConst: true },
          output: {
            codeSplitting: {
              groups: [
                // Libraries that every page needs and releases seldom change. Two chunks make shorter tasks.
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
                { name: "vendor", test: /node_modules[\\/](react-router|@tanstack|zod)[\\/]/, priority: 2 },
                // Small modules of several pages: one request instead of a dozen. A buyer's actions on an order load with their dialog.
                {
                  name: "shared",
                  test: /src[\\/](ui|lib|api)[\\/]|contracts[\\/]src[\\/](?!order-actions)/,
                  minShareCount: 3,
                  priority: 1,
                },
                // The code of every page with products, without its dependencies.
                {
                  name: "products",
                  test: /src[\\/](features[\\/](product-grid|add-to-cart|page-seo[\\/]structured-data)|api[\\/]products)/,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                // The home page's sections that have a page of their own as well.
                {
                  name: "sections",
                  test: /src[\\/](features[\\/](faq|contact)|api[\\/]contact)/,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                // Modules of two pages are smaller than a request of their own.
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

import react from "@vitejs/plugin-react"
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite"
import { precompress } from "./build/precompress"

/** The contract is bundled from its TypeScript source, so that a page carries only the schemas it uses. */
const SOURCE_CONDITION = "source"

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), precompress()],
  resolve: { conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
  ssr: {
    noExternal: ["@shop/contracts"],
    resolve: { conditions: [SOURCE_CONDITION, ...defaultServerConditions] },
  },
  build: isSsrBuild
    ? { outDir: "dist/server", copyPublicDir: false, target: "node20", rolldownOptions: { input: "server/main.ts" } }
    : {
        outDir: "dist/client",
        manifest: "manifest.json",
        cssCodeSplit: false,
        // Fonts and pictures stay files of their own: the content policy allows no data: fonts.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: "src/app/entry-client.tsx" },
      },
}))

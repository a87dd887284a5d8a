import { plugin } from "@medusajs/admin-bundler"

/** The widgets alone, as `medusa plugin:build` bundles them; that command would also delete what running servers have loaded. */
await plugin({ root: import.meta.dirname, outDir: ".medusa/server" })

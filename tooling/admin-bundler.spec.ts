import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, it } from "vitest"

const from = (file: string) => createRequire(file)

/**
 * Medusa's admin is bundled with Vite 7, the storefront with Vite 8. Were the bundler's React plugin hoisted beside the
 * storefront's Vite, it would write for that one, and `npm run dev` would show an empty admin. The root therefore asks
 * for the storefront's own plugin, which takes that place.
 */
it("has the admin's React plugin write for the very Vite that serves the admin", () => {
  const medusa = from(join(import.meta.dirname, "../backend/package.json")).resolve("@medusajs/medusa")
  const bundler = from(medusa).resolve("@medusajs/admin-bundler")
  const plugin = from(bundler).resolve("@vitejs/plugin-react")
  expect(from(plugin).resolve("vite")).toBe(from(bundler).resolve("vite"))
})

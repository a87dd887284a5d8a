import { defineConfig, type Plugin } from "vitest/config"
import { modules } from "../backend/integration/projects.mjs"

/** Applies one mutation to a file as it is loaded; nothing on disk changes. */
function mutation(): Plugin {
  const [file = "", from = "", to = ""] = [
    process.env["MUTATION_FILE"],
    process.env["MUTATION_FROM"],
    process.env["MUTATION_TO"],
  ]
  return {
    name: "mutation",
    enforce: "pre",
    transform(code, id) {
      if (file === "" || !id.endsWith(`/bitcoin-payment/src/${file}`)) return undefined
      if (!code.includes(from)) throw new Error(`'${from}' is not in ${file}`)
      return code.replace(from, () => to)
    },
  }
}

const { resolve, ssr, test } = modules
export default defineConfig({
  plugins: [mutation()],
  resolve,
  ssr,
  test: { ...test, include: ["bitcoin-payment/**/*.spec.ts"], maxWorkers: 1 },
})

import { announcement, pathBeside, startNode } from "@shop/sandbox/child"
import { announcedPlugin, announcePlugin, pluginStackSchema } from "./plugin-stack"

/**
 * Builds and starts the plugin's example: some minutes. With PLUGIN_UNDER_TEST (JSON as in plugin-stack.ts) the journeys
 * use a running one.
 *
 * @returns a function that stops it
 */
export default async function startPlugin(): Promise<() => Promise<void>> {
  if (announcedPlugin()) return () => Promise.resolve()
  const child = startNode({
    name: "the plugin's example",
    script: pathBeside(import.meta.url, "./plugin-main.ts"),
    cwd: pathBeside(import.meta.url, "."),
    env: process.env,
    logFile: pathBeside(import.meta.url, "../../node_modules/.cache/e2e/plugin.log"),
    isTypeScript: true,
  })
  const { details } = await announcement(child)
  announcePlugin(pluginStackSchema.parse(details))
  return () => child.stop(60_000)
}

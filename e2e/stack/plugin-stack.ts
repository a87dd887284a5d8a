import { z } from "zod"

/** The bare application with the plugin. */
export const pluginStackSchema = z.object({
  backendUrl: z.string(),
  /** The application's, with the packed packages. */
  folder: z.string(),
  databaseUrl: z.string(),
  /** The Bitcoin network, which a journey pauses. */
  bitcoinUrl: z.string(),
  bitcoinPid: z.number(),
  /** Publishable. */
  key: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }),
})
export type PluginStack = z.infer<typeof pluginStackSchema>

const VARIABLE = "PLUGIN_UNDER_TEST"

/** Passes the application to the test processes through the environment. */
export function announcePlugin(stack: PluginStack): void {
  process.env[VARIABLE] = JSON.stringify(stack)
}

/** @returns undefined when no application was started or named */
export function announcedPlugin(): PluginStack | undefined {
  const text = process.env[VARIABLE]
  return text ? pluginStackSchema.parse(JSON.parse(text)) : undefined
}

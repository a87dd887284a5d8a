export interface SandboxCommand {
  /** Of Medusa; for an order's number or id. */
  databaseUrl: string | undefined
  /** Where the plugin reads the chain; null: not by Esplora. */
  esploraUrl: string | null
  hasLightning: boolean
  /** How the command is called, such as `npx medusa-payment-bitcoin`. */
  program: string
}

/** Runs `sandbox`, `pay` or `mine` and prints what it did. Resolves with the exit code; `sandbox` runs until it is stopped. */
export function run(words: readonly string[], command: SandboxCommand): Promise<number>

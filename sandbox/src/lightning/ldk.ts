import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as ldk from "lightningdevkit"

/** LDK 0.1.2 in WebAssembly. Loading takes half a second, so only who starts a node imports this. */
await ldk.initializeWasmFromBinary(
  readFileSync(fileURLToPath(import.meta.resolve("lightningdevkit/liblightningjs.wasm"))),
)

export { ldk }

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")
export const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"))

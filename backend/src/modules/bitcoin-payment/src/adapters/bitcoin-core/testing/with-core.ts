import { TEST_DESCRIPTOR } from "../../testing/test-descriptor"
import { BitcoinCore, type BitcoinCoreOptions } from "../bitcoin-core"
import { startScriptedCore, type ScriptedCore } from "./scripted-core"

export interface Setting {
  readonly core: ScriptedCore
  /** A source with these settings; each call is another process of the shop. */
  readonly connect: (options?: Partial<BitcoinCoreOptions>) => BitcoinCore
  /** How often the node was asked this. */
  readonly calls: (method: string) => number
  /** From which block to which the past was searched, each time. */
  readonly searches: () => (readonly unknown[])[]
}

/** Runs `work` against a new scripted node. */
export async function withCore(work: (setting: Setting) => Promise<void>, height?: number): Promise<void> {
  const core = await startScriptedCore(TEST_DESCRIPTOR, { height })
  try {
    await work({
      core,
      connect: (options) =>
        new BitcoinCore({
          url: core.url,
          credentials: { cookieFile: core.cookieFile },
          wallet: "shop",
          network: "regtest",
          descriptor: TEST_DESCRIPTOR,
          timeoutMs: 10_000,
          ...options,
        }),
      searches: () =>
        core.rpc.calls.flatMap(({ method, params }) => (method === "rescanblockchain" ? [params] : [])),
      calls: (method) => core.rpc.calls.filter((call) => call.method === method).length,
    })
  } finally {
    await core.stop()
  }
}

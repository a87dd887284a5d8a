import { ChainUnavailable } from "../../ports/chain-source"

export const NAME = "Bitcoin Core"

export function unavailable(
  why: string,
  options?: ConstructorParameters<typeof ChainUnavailable>[2],
): ChainUnavailable {
  return new ChainUnavailable(NAME, why, options)
}

/** The node's codes that mean something to us (Bitcoin Core, src/rpc/protocol.h). */
export const RPC = {
  invalidAddressOrKey: -5,
  walletError: -4,
  walletNotFound: -18,
  inWarmup: -28,
  walletAlreadyLoaded: -35,
  internalError: -32603,
  deserialization: -22,
  verifyError: -25,
  verifyRejected: -26,
  miscError: -1,
  methodNotFound: -32601,
} as const

/** The node answered with an error. A caller that does not handle the code treats it as unavailable. */
export class RpcRefusal extends ChainUnavailable {
  constructor(
    method: string,
    readonly code: number,
    message: string,
  ) {
    const said = withoutKeys(message).slice(0, 200)
    super(NAME, code === RPC.inWarmup ? `it is starting: ${said}` : `it refused ${method} (${code}): ${said}`)
    this.name = "RpcRefusal"
  }
}

/** The node may repeat a descriptor; who has the key sees every order, so it stays out of the log. */
function withoutKeys(text: string): string {
  return text.replace(/\b([xtyzuv](?:pub|prv))[1-9A-HJ-NP-Za-km-z]{20,}/g, "$1…")
}

import { z } from "@medusajs/framework/zod"
import { walletSchema } from "./answers"
import type { RpcClient } from "./rpc-client"
import { RPC, RpcRefusal, unavailable } from "./unavailable"

/** Watch-only, so that no key is ever near the shop. @throws ChainUnavailable when it is a wallet that could spend */
export async function openWallet(rpc: RpcClient, name: string): Promise<{ isScanning: boolean }> {
  const wallet = rpc.forWallet(name)
  const info = await wallet.ask(walletSchema, "getwalletinfo").catch(async (failure: unknown) => {
    if (isRefusal(failure, RPC.methodNotFound))
      throw unavailable("it runs without wallets; take disablewallet=1 out of its settings")
    if (!isRefusal(failure, RPC.walletNotFound)) throw failure
    await loadOrCreate(rpc, name)
    return wallet.ask(walletSchema, "getwalletinfo")
  })
  if (info.private_keys_enabled || !info.descriptors)
    throw unavailable(
      `its wallet '${name}' is not a watch-only descriptor wallet; give the shop a separate one`,
    )
  return { isScanning: info.scanning !== false }
}

async function loadOrCreate(rpc: RpcClient, name: string): Promise<void> {
  const LOAD_ON_STARTUP = true
  try {
    await rpc.ask(z.unknown(), "loadwallet", [name, LOAD_ON_STARTUP])
  } catch (failure) {
    // Its text only says which of the wallet's errors it is. The wallet's path, which other refusals name, holds any word.
    if (isRefusal(failure, RPC.walletError) && /beyond pruned data/.test(failure.message))
      throw unavailable(
        `it has pruned blocks that its wallet '${name}' has not seen; set BITCOIN_CORE_WALLET to a new name, and BITCOIN_WALLET_BIRTHDAY to a day whose blocks it still has`,
        { cause: failure },
      )
    // Another process of ours was quicker.
    if (isRefusal(failure, RPC.walletAlreadyLoaded)) return
    if (!isRefusal(failure, RPC.walletNotFound)) throw failure
    // No private keys, blank, no passphrase, no avoidance of reuse, descriptors.
    await rpc.ask(z.unknown(), "createwallet", [name, true, true, null, false, true, LOAD_ON_STARTUP])
  }
}

function isRefusal(failure: unknown, code: number): failure is RpcRefusal {
  return failure instanceof RpcRefusal && failure.code === code
}

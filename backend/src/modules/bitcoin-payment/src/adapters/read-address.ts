import { Address, type NETWORK } from "@scure/btc-signer"
import { addressesOn, NETWORKS, type Network } from "./descriptor"

export type AddressReading =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: "no_address" | "other_network" }

/** Parses a typed address: its checksum must be right, its network ours. Returns its canonical spelling. */
export function readAddress(text: string, network: Network): AddressReading {
  const address = text === text.toUpperCase() ? text.toLowerCase() : text
  if (decodes(address, addressesOn(network))) return { ok: true, address }
  const isElsewhere = NETWORKS.some((other) => decodes(address, addressesOn(other)))
  return { ok: false, reason: isElsewhere ? "other_network" : "no_address" }
}

function decodes(address: string, addresses: typeof NETWORK): boolean {
  try {
    // A bare public or private key is not what a wallet calls an address.
    return ["pkh", "sh", "wpkh", "wsh", "tr"].includes(Address(addresses).decode(address).type)
  } catch {
    return false // The library says by throwing that it is none.
  }
}

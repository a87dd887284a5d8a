import { button, copyable, fact, type Block } from "./blocks"
import { ukTime } from "./formats"

interface Awaited {
  address: string
  /** What the time is called until which it holds, and that time, ISO 8601. */
  until: { name: string; at: string }
  /** A BIP 21 link that a wallet opens. */
  uri: string
}

/** Where money is awaited, piece by piece for whoever copies, and whole for a wallet on this device. */
export function walletBlocks({ address, until, uri }: Awaited): Block[] {
  return [copyable("Address", address), fact(until.name, ukTime(until.at)), button("Open in wallet", uri)]
}

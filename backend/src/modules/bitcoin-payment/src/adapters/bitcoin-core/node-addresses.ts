import { DUST_OF_ANY_ADDRESS } from "../../domain/quote"
import { changeDescriptor, requireWatchOnly, type AddressBook, type Network } from "../descriptor"
import { addressesSchema, descriptorSchema } from "./answers"
import type { RpcClient } from "./rpc-client"
import { unavailable } from "./unavailable"

const AT_ONCE = 100

/** The addresses of a descriptor that only the node reads, such as `wsh(sortedmulti(…))` or miniscript. */
export class NodeAddresses implements AddressBook {
  readonly dust = DUST_OF_ANY_ADDRESS
  /** Which keys sign is the wallet's own business. */
  readonly signing = null
  readonly change: NodeAddresses | null
  /** From each multiple of `AT_ONCE`. */
  private readonly derived = new Map<number, readonly string[]>()
  private isRead = false

  /** @throws Error with a sentence that says what is wrong with the descriptor, and never the key itself */
  constructor(
    private readonly node: RpcClient,
    private readonly descriptor: string,
    readonly network: Network,
  ) {
    requireWatchOnly(descriptor)
    if (descriptor.includes("<"))
      throw new Error("The descriptor has two branches: give the receiving one, /0/* in place of /<0;1>/*.")
    const change = changeDescriptor(descriptor)
    this.change = change === null ? null : new NodeAddresses(node, change, network)
  }

  async prepare(index: number): Promise<void> {
    const first = index - (index % AT_ONCE)
    if (this.derived.has(first)) return
    if (!this.isRead) await this.read()
    const range = [first, first + AT_ONCE - 1]
    const addresses = await this.node.ask(addressesSchema, "deriveaddresses", [this.descriptor, range])
    if (addresses.length !== AT_ONCE) throw unavailable("it derives other addresses than it was asked for")
    this.derived.set(first, addresses)
  }

  addressAt(index: number): string {
    const address = this.derived.get(index - (index % AT_ONCE))?.[index % AT_ONCE]
    if (address === undefined) throw new Error(`The node was not asked for address ${index}.`)
    return address
  }

  private async read(): Promise<void> {
    const { isrange, hasprivatekeys } = await this.node.ask(descriptorSchema, "getdescriptorinfo", [
      this.descriptor,
    ])
    if (hasprivatekeys) throw unavailable("the descriptor holds a private key")
    if (!isrange) throw unavailable("the descriptor makes one address only")
    this.isRead = true
  }
}

import { isDerivedHere, readDescriptor, type Network } from "../../descriptor"
import { addressByAnotherAuthor } from "../../testing/another-author"

/** Where an address comes from. */
interface AddressPlace {
  readonly descriptor: string
  readonly index: number
}

interface DerivedAddresses {
  readonly addressAt: (index: number) => string
  next: number
  lastUsed: number
}

/** The addresses of the shop's descriptors. The node derives them, as the shop does, once they are needed. */
export class ScriptedAddresses {
  private readonly places = new Map<string, AddressPlace>()
  private readonly derived = new Map<string, DerivedAddresses>()

  /** @param ahead how many addresses beyond the last used one `placeOf` finds */
  constructor(
    private readonly network: Network,
    private readonly ahead: number,
  ) {}

  at(descriptor: string, index: number): string {
    const address = this.of(descriptor).addressAt(index)
    this.places.set(address, { descriptor, index })
    return address
  }

  /** Where the address comes from; undefined when it is another wallet's, or too far ahead. */
  placeOf(address: string): AddressPlace | undefined {
    for (const [descriptor, addresses] of this.derived)
      for (
        ;
        addresses.next < addresses.lastUsed + this.ahead && !this.places.has(address);
        addresses.next += 1
      )
        this.at(descriptor, addresses.next)
    const place = this.places.get(address)
    const addresses = place && this.of(place.descriptor)
    if (addresses) addresses.lastUsed = Math.max(addresses.lastUsed, place.index)
    return place
  }

  private of(descriptor: string): DerivedAddresses {
    const known = this.derived.get(descriptor)
    if (known) return known
    const own = isDerivedHere(descriptor) ? readDescriptor(descriptor, this.network) : null
    const addressAt = (index: number) => own?.addressAt(index) ?? addressByAnotherAuthor(descriptor, index)
    const fresh = { addressAt, next: 0, lastUsed: 0 }
    this.derived.set(descriptor, fresh)
    return fresh
  }
}

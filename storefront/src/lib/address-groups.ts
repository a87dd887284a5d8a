/** A Bitcoin address in groups of four characters, so that a person can compare it with their wallet's. */
export function addressGroups(address: string): string[] {
  return address.match(/.{1,4}/g) ?? []
}

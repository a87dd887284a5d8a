import type { Satoshis } from "../domain/satoshis"

/** The addresses of the shop's wallet. */
export interface Addresses {
  /** The least that an output to one of them may hold. */
  readonly dust: Satoshis
  /** To be awaited before `addressAt` this index. @throws ChainUnavailable when only a node can derive it, and does not */
  prepare(index: number): Promise<void>
  addressAt(index: number): string
}

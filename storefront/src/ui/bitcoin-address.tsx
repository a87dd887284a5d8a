import { addressGroups } from "../lib/bitcoin-format"

/** In groups of four, as wallets show it. Selected and copied by hand, it is one word. */
export const BitcoinAddress = ({ address }: { address: string }) =>
  addressGroups(address).map((group, index) => (
    <span key={index} className="bitcoin-address" translate="no">
      {group}
    </span>
  ))

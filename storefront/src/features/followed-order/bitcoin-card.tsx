import { type BitcoinPayment, type OwnerDetails, formatBitcoin } from "@shop/contracts"
import { BitcoinAddress } from "../../ui/bitcoin-address"

interface BitcoinCardProps {
  payment: BitcoinPayment
  transactions: OwnerDetails["transactions"]
}

/** The payment on the blockchain: address, amounts and transactions. */
export function BitcoinCard({ payment, transactions }: BitcoinCardProps) {
  const received = BigInt(payment.receivedSats)
  return (
    <section className="account-card" aria-labelledby="order-bitcoin">
      <h2 id="order-bitcoin">Bitcoin payment</h2>
      <dl className="account-card__facts">
        <div>
          <dt>Amount due</dt>
          <dd translate="no">{payment.amountBtc} BTC</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{received > 0n ? <span translate="no">{formatBitcoin(received)} BTC</span> : "Nothing yet"}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd className="bitcoin-text">
            <BitcoinAddress address={payment.address} />
          </dd>
        </div>
        {transactions.map(({ txid, url, sats, confirmations }) => (
          <div key={txid}>
            <dt>
              Transaction, <span translate="no">{formatBitcoin(BigInt(sats))} BTC</span>, {confirmations}{" "}
              {confirmations === 1 ? "confirmation" : "confirmations"}
            </dt>
            <dd className="bitcoin-text" translate="no">
              {url ? <a href={url}>{txid}</a> : txid}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { REFUND_TIME, type RefundQuestion } from "@shop/contracts"
import { refundAddressOn } from "@shop/contracts/order-actions"
import { useState } from "react"
import { useGiveRefundAddress } from "../../api/order-actions"
import { formatPounds } from "../../lib/money"
import { formatMoment } from "../../lib/time"
import { BitcoinAddress } from "../../ui/bitcoin-address"
import { Button } from "../../ui/button"
import { useFocusAfter, useForm } from "../../ui/form"
import { FailureNotice } from "../../ui/failure-notice"
import { RefundAddressField } from "./refund-address-field"

interface RefundAddressProps {
  orderId: string
  question: RefundQuestion
}

export function RefundAddress({ orderId, question }: RefundAddressProps) {
  const { amount, given } = question
  // An address that arrives by itself, such as one given with the cancellation, is shown at once.
  const [replacing, setReplacing] = useState<string | null>(null)
  const isAsked = given === null || given.at === replacing
  // The pressed button disappears with its side of the card. The focus moves to the other side's heading.
  const heading = useFocusAfter<HTMLHeadingElement>(isAsked)
  return (
    <section className="account-card account-card--asking" aria-labelledby="order-refund">
      <h2 id="order-refund" ref={heading} tabIndex={-1}>
        {isAsked ? "Where should we send your refund?" : "We have your refund address"}
      </h2>
      {isAsked ? (
        <AddressForm
          orderId={orderId}
          question={question}
          onBack={given && (() => setReplacing(null))}
          onKept={() => setReplacing(null)}
        />
      ) : (
        <>
          <p>
            We will send {formatPounds(amount)} in Bitcoin to this address {REFUND_TIME}, and email you when
            we have.
          </p>
          <p className="bitcoin-text">
            <BitcoinAddress address={given.address} />
          </p>
          <p className="account-card__small">
            Entered on <time dateTime={given.at}>{formatMoment(given.at)}</time>. We have emailed it to you
            too. If it wasn&apos;t you, reply to that email at once.
          </p>
          <Button look="secondary" onClick={() => setReplacing(given.at)}>
            Change the address
          </Button>
        </>
      )}
    </section>
  )
}

const LIGHTNING_HINT =
  "By Lightning it can be a Lightning address (name@example.com), an LNURL, an offer or a BIP 353 name (₿name@example.com). "

interface AddressFormProps extends RefundAddressProps {
  onBack: (() => void) | null
  onKept: () => void
}

function AddressForm({ orderId, question: { amount, terms }, onBack, onKept }: AddressFormProps) {
  const giving = useGiveRefundAddress(orderId)
  const form = useForm({
    schema: refundAddressOn(terms),
    send: async (body) => {
      await giving.mutateAsync(body)
      onKept()
    },
  })
  return (
    <form className="form account-card__form" aria-labelledby="order-refund" {...form.attributes}>
      <p>
        We owe you {formatPounds(amount)}. Please enter a receiving address from your own wallet: we send it
        there {REFUND_TIME}. We never send a refund back to where your payment came from, which may belong to
        an exchange.
      </p>
      <RefundAddressField
        label={terms.byLightning ? "Your Bitcoin or Lightning address" : "Your Bitcoin address"}
        name="address"
        required
        hint={`${terms.byLightning ? LIGHTNING_HINT : ""}Copy and paste it, don't type it: money sent to a wrong address can't be recovered.`}
        error={form.errors["address"]}
      />
      <FailureNotice title="We couldn't save the address" error={form.failure} />
      <div className="account-card__buttons">
        <Button type="submit" ariaDisabled={giving.isPending}>
          {giving.isPending ? "Sending..." : "Send my refund here"}
        </Button>
        {onBack && (
          <Button look="quiet" onClick={onBack}>
            Keep the current address
          </Button>
        )}
      </div>
      <p className="account-card__small">
        Prefer pounds? Reply to our email and we will arrange it. We never ask for keys, recovery words or
        passwords, nor for a payment to release a refund.
      </p>
    </form>
  )
}

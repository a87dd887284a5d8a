import { Button, Copy, InlineTip, Text } from "@medusajs/ui"
import { codeOf, kindOf } from "../../domain/refund-destination"
import { isSendable } from "../../domain/refund-satoshis"
import { satoshis } from "../../domain/satoshis"
import type { BitcoinPayment } from "../api"
import { QrCode } from "../components/qr-code"
import { useTexts } from "../components/use-texts"
import { satsToBtc, toMinor } from "./amounts"
import { leftOf, satsOf } from "./refund-draft"

export function RefundDue({ payment }: { payment: BitcoinPayment }) {
  const { text, money, btc, count } = useTexts()
  const { refund_due: due, refund_addresses: addresses, refundable_surplus: surplus, currency } = payment
  const latest = addresses.at(-1)
  if (!payment.is_refund_address_awaited)
    return latest === undefined ? null : (
      <section className="flex flex-col gap-y-2 px-6 py-4" aria-label={text("facts.refundAddress")}>
        <Text size="small" weight="plus">
          {text("facts.refundAddress")}
        </Text>
        <GivenAddress given={latest} />
      </section>
    )
  const code = latest && codeOf(latest.address, satoshis(BigInt(due.sats)))
  const kind = latest && kindOf(latest.address)
  const today = satsOf(due.amount, payment).money
  const address = latest && kind === "address" ? latest.address : null
  const isChoice =
    today !== null &&
    today !== BigInt(due.sats) &&
    isSendable(leftOf(payment), toMinor(due.amount, currency), { sats: today, basis: "money", address })
  const title = text(due.is_known ? "refundDue.title" : "refundDue.atMost")
  return (
    <section
      className="flex flex-wrap items-start gap-x-8 gap-y-4 px-6 py-4"
      aria-label={text("refundDue.title")}
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-y-2">
        <Text size="small" weight="plus">
          {title}
        </Text>
        <span className="flex items-center gap-x-2">
          <span className="txt-large-plus tabular-nums">{btc(due.sats)}</span>
          <Copy content={satsToBtc(due.sats)} aria-label={text("refundDue.copyAmount")} />
        </span>
        <Text size="small" className="text-ui-fg-subtle">
          {text("refundDue.atRate", { amount: money(due.amount, currency) })}
        </Text>
        {isChoice && (
          <span className="txt-small flex items-center gap-x-2 tabular-nums">
            {text("refundDue.today", { amount: btc(today.toString()) })}
            <Copy content={satsToBtc(today.toString())} aria-label={text("refundDue.copyToday")} />
          </span>
        )}
        {Number(surplus) > 0 && (
          <Text size="small" className="text-ui-fg-subtle">
            {text("refund.basis.surplus", { amount: money(surplus, currency) })}
          </Text>
        )}
        {latest ? (
          <>
            <GivenAddress given={latest} />
            <Earlier addresses={addresses.slice(0, -1)} />
            {kind === "address" ? (
              <div>
                <Button size="small" variant="secondary" asChild>
                  <a href={code}>{text("refundDue.open")}</a>
                </Button>
              </div>
            ) : (
              kind && <Text size="small">{text(`destination.${kind}`, { sats: count(due.sats) })}</Text>
            )}
            <Text size="small" className="text-ui-fg-subtle">
              {text("refundDue.compare")}
            </Text>
          </>
        ) : (
          <Text size="small">{text("facts.addressAwaited")}</Text>
        )}
      </div>
      {code && <QrCode text={code} label={text("refundDue.qr")} />}
    </section>
  )
}

type Given = BitcoinPayment["refund_addresses"][number]

function GivenAddress({ given: { address, at, came_by: source } }: { given: Given }) {
  const { text, time } = useTexts()
  return (
    <>
      <span className="flex items-start gap-x-2">
        <code className="txt-compact-small break-all">
          {address.slice(0, -6)}
          <strong>{address.slice(-6)}</strong>
        </code>
        <Copy content={address} className="text-ui-fg-muted mt-0.5 shrink-0" />
      </span>
      <Text size="small" className="text-ui-fg-subtle">
        {text(`refundDue.given.${source}`, { date: time(at) })}
      </Text>
    </>
  )
}

function Earlier({ addresses }: { addresses: readonly Given[] }) {
  const { text, time } = useTexts()
  if (addresses.length === 0) return null
  return (
    <InlineTip variant="warning" label={text("refundDue.changed")}>
      {text("refundDue.changedHint")}{" "}
      {addresses.map(({ address, at }) => (
        <span key={at} className="block break-all">
          {address} ({time(at)})
        </span>
      ))}
    </InlineTip>
  )
}

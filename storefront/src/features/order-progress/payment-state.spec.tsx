import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { cardLabel } from "../../lib/card-labels"
import { PaymentState } from "./payment-state"

const CARD = {
  ...({ state: "paid", isDeclined: false, canRetry: false, canPayWithBitcoin: false } as const),
  ...{ payableUntil: null, refunded: "0.00", dispute: null },
}
const ORDER = {
  ...{ isPartlySent: false, total: "12.00", amountDue: "0.00", amountToReturn: "0.00", isReleased: false },
  amountAwaited: "0.00",
}

function html(
  order: Partial<typeof ORDER> & { status: "paid" | "dispatched" },
  dispute: "open" | "lost" | null = null,
) {
  const whole = { ...ORDER, ...order }
  const label = cardLabel({ order: whole, card: { ...CARD, dispute } })
  return renderToStaticMarkup(<PaymentState label={label} order={whole} state="paid" />)
}

test("the payment of a sent parcel is a line with a tick, unless the buyer disputes it", () => {
  expect(html({ status: "dispatched" })).toContain("payment-line")
  for (const dispute of ["open", "lost"] as const) {
    const shown = html({ status: "dispatched" }, dispute)
    expect(shown).not.toContain("payment-line")
    expect(shown).toContain("notice--attention")
    expect(shown).toContain("bank")
  }
})

test("a parcel that staff have released waits neither for a difference nor for what comes back", () => {
  const partly = { status: "dispatched", isPartlySent: true, amountAwaited: "4.00" } as const
  expect(html(partly)).toContain("We wait for what comes back")
  expect(html({ ...partly, isReleased: true })).not.toContain("We wait for")
  const due = { status: "paid", amountDue: "3.00" } as const
  const open = (isReleased: boolean) =>
    renderToStaticMarkup(
      <PaymentState
        label={cardLabel({ order: { ...ORDER, ...due }, card: { ...CARD, state: "awaiting_payment" } })}
        order={{ ...ORDER, ...due, isReleased }}
        state="awaiting_payment"
      />,
    )
  expect(open(false)).toContain("We send it when the difference has arrived")
  expect(open(true)).toContain("£3.00 is still to be paid")
  expect(open(true)).not.toContain("We send it when")
})

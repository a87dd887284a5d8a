import { InlineTip, Label, RadioGroup, toast } from "@medusajs/ui"
import type { PaymentInvoice } from "@shop/contracts/staff-payments"
import { useId, useRef, useState } from "react"
import { formatBitcoin, formatPence, toPounds } from "@shop/contracts"
import { DrawerButton, DrawerForm } from "../../components/drawer-form"
import { LongTextField, TextField } from "../../components/fields"
import { runAction, useStaffMutation } from "../api"
import { typedPence, typedSats } from "../format"
import type { RefundDue } from "./refund-due"

interface RecordRefundProps {
  invoice: PaymentInvoice
  due: RefundDue
  isOpenAtFirst: boolean
}

/** Records a refund that staff made outside the shop. It sends no money. */
export function RecordRefund({ isOpenAtFirst, ...refund }: RecordRefundProps) {
  return (
    <DrawerButton
      label="Record a refund…"
      title="Record a refund"
      description="Send the money first, then record it here. This form sends nothing."
      isOpenAtFirst={isOpenAtFirst}
    >
      {(close) => <RefundForm {...refund} onDone={close} />}
    </DrawerButton>
  )
}

type Method = "bitcoin" | "pounds"

const isMethod = (value: string): value is Method => value === "bitcoin" || value === "pounds"

interface RefundFormProps extends Omit<RecordRefundProps, "isOpenAtFirst"> {
  onDone: () => void
}

function RefundForm({ invoice, due, onDone }: RefundFormProps) {
  const key = useRef(crypto.randomUUID())
  const [method, setMethod] = useState<Method>(invoice.refundableSats === "0" ? "pounds" : "bitcoin")
  const [amount, setAmount] = useState(toPounds(due.pence))
  const [sent, setSent] = useState(formatBitcoin(BigInt(due.sats)))
  const given = invoice.refundAddresses.at(-1)?.address ?? null
  const [address, setAddress] = useState(given ?? "")
  const [txid, setTxid] = useState("")
  const [note, setNote] = useState("")
  const [hasTried, setHasTried] = useState(false)
  const { mutate, isPending, error } = useStaffMutation()

  const pence = typedPence(amount)
  const sats = typedSats(sent)
  const wrong = {
    amount:
      pence === null || pence === 0
        ? "Write an amount like 12.50."
        : pence > invoice.refundablePence
          ? `At most ${formatPence(invoice.refundablePence)} can be refunded.`
          : null,
    sent:
      sats === null
        ? "Write an amount like 0.00012500."
        : BigInt(sats) > BigInt(invoice.refundableSats)
          ? `At most ${formatBitcoin(BigInt(invoice.refundableSats))} BTC was received and not refunded.`
          : null,
    address: /^[a-zA-Z0-9]{14,100}$/.test(address.trim()) ? null : "Enter the buyer's Bitcoin address.",
    txid: /^[0-9a-fA-F]{64}$/.test(txid.trim())
      ? null
      : "Copy the transaction id from the wallet: 64 digits from 0 to f.",
    note: note.trim().length >= 5 ? null : "Say how it was paid back, and who agreed.",
  }
  const isWrong =
    wrong.amount !== null ||
    (method === "bitcoin"
      ? wrong.sent !== null || wrong.address !== null || wrong.txid !== null
      : wrong.note !== null)

  function record() {
    setHasTried(true)
    if (isWrong || pence === null) return
    const noted = note.trim() === "" ? {} : { note: note.trim() }
    const refund =
      method === "bitcoin"
        ? ({
            method,
            pence,
            sats: sats ?? "0",
            address: address.trim(),
            txid: txid.trim().toLowerCase(),
            ...noted,
          } as const)
        : ({ method, pence, note: note.trim() } as const)
    mutate(() => runAction(invoice.id, { action: "record_refund", idempotencyKey: key.current, refund }), {
      onSuccess: () => {
        toast.success("The refund is recorded", { description: "The buyer is notified by email." })
        onDone()
      },
    })
  }

  const shown = (message: string | null) => (hasTried && message !== null ? message : undefined)
  return (
    <DrawerForm
      error={error}
      confirm={`Record ${pence === null ? "the refund" : formatPence(pence)}`}
      isPending={isPending}
      onConfirm={record}
    >
      <RadioGroup
        value={method}
        onValueChange={(value) => isMethod(value) && setMethod(value)}
        aria-label="Refund method"
      >
        <Choice
          value="bitcoin"
          label="In bitcoin, to the buyer's address"
          isDisabled={invoice.refundableSats === "0"}
        />
        <Choice value="pounds" label="In pounds, as agreed with the buyer" />
      </RadioGroup>
      <TextField
        label="Amount applied (£)"
        hint={`${formatPence(invoice.refundablePence)} can be refunded, at the invoice's rate${invoice.surplusPence > 0 ? `; ${formatPence(invoice.surplusPence)} of it is surplus` : ""}.`}
        error={shown(wrong.amount)}
        inputMode="decimal"
        value={amount}
        onText={setAmount}
      />
      {method === "bitcoin" && (
        <>
          <TextField
            label="What you sent (BTC)"
            hint="Without the network's fee."
            error={shown(wrong.sent)}
            inputMode="decimal"
            value={sent}
            onText={setSent}
          />
          <TextField
            label="To which address"
            hint={addressHint(given, address.trim())}
            error={shown(wrong.address)}
            spellCheck={false}
            autoComplete="off"
            value={address}
            onText={setAddress}
          />
          <TextField
            label="Transaction id"
            error={shown(wrong.txid)}
            spellCheck={false}
            autoComplete="off"
            value={txid}
            onText={setTxid}
          />
        </>
      )}
      <LongTextField
        label={method === "pounds" ? "How it was paid back" : "Note (optional)"}
        hint={method === "pounds" ? "Like “Bank transfer of today, agreed by email”." : undefined}
        error={method === "pounds" ? shown(wrong.note) : undefined}
        rows={2}
        maxLength={500}
        value={note}
        onText={setNote}
      />
      <InlineTip label="What will happen">
        The refund is stored with the order under your name and cannot be changed. Medusa’s order follows, and
        the buyer is emailed the amount and the method.
      </InlineTip>
    </DrawerForm>
  )
}

function addressHint(given: string | null, typed: string): string {
  if (given === null) return "The one the buyer gave you; never the one their payment came from."
  return given === typed
    ? "The one the buyer gave on the page of their order."
    : `The buyer gave another on the page of their order: ${given}`
}

function Choice({
  value,
  label,
  isDisabled = false,
}: {
  value: Method
  label: string
  isDisabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <RadioGroup.Item value={value} id={id} disabled={isDisabled} />
      <Label htmlFor={id} size="small">
        {label}
      </Label>
    </div>
  )
}

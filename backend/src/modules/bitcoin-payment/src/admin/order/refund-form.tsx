import { Button, Copy, Drawer, Label, RadioGroup, Text, toast } from "@medusajs/ui"
import { useId, useRef, useState } from "react"
import { usePerformAction, type Payment } from "../api"
import { LongTextField, TextField } from "../components/field"
import { useTexts } from "../components/use-texts"
import { refundableSats, satsToBtc, suggestedRefund, typedUnits } from "./amounts"
import { readRefund, type Fault, type Faults, type RefundDraft } from "./refund-draft"

/** A button that opens the form for a refund that staff made with their own wallet or bank. */
export function RecordRefund({ payment }: { payment: Payment }) {
  const { text } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Drawer open={isOpen} onOpenChange={setIsOpen}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          {text("actions.record_refund.button")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{text("actions.record_refund.title")}</Drawer.Title>
          <Drawer.Description>{text("actions.record_refund.effect")}</Drawer.Description>
        </Drawer.Header>
        {isOpen && <RefundForm payment={payment} onClose={() => setIsOpen(false)} />}
      </Drawer.Content>
    </Drawer>
  )
}

function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { text, ofError, money, btc, typed } = useTexts()
  const { currency, refundable, refund_address: given } = payment
  const idempotencyKey = useRef(crypto.randomUUID())
  const suggested = suggestedRefund(payment)
  const [draft, setDraft] = useState<RefundDraft>({
    method: refundableSats(payment) === 0n ? "money" : "bitcoin",
    amount: typed(suggested.amount),
    sent: typed(satsToBtc(suggested.sats)),
    address: given ?? "",
    txid: "",
    note: "",
  })
  const [faults, setFaults] = useState<Faults>({})
  const { mutate, isPending, error } = usePerformAction(payment.id)
  const write = (field: Exclude<keyof RefundDraft, "method">) => (value: string) => {
    setDraft({ ...draft, [field]: value })
    setFaults({ ...faults, [field]: undefined })
  }

  function record() {
    const read = readRefund(draft, payment)
    if ("faults" in read) {
      setFaults(read.faults)
      return
    }
    const note = draft.note.trim()
    mutate(
      {
        action: "record_refund",
        idempotency_key: idempotencyKey.current,
        reason: note === "" ? null : note,
        refund: read.refund,
      },
      {
        onSuccess: () => {
          toast.success(text("done"), { description: text("timeline.record_refund") })
          onClose()
        },
      },
    )
  }

  const wrong = (fault: Fault | undefined, example: string, most: string) =>
    fault === undefined ? null : text(`refund.wrong.${fault}`, { example: typed(example), amount: most })
  const isBitcoin = draft.method === "bitcoin"
  return (
    <>
      <Drawer.Body className="flex flex-col gap-y-5 overflow-y-auto">
        <RadioGroup
          value={draft.method}
          onValueChange={(value) => setDraft({ ...draft, method: value === "money" ? "money" : "bitcoin" })}
          aria-label={text("refund.method")}
        >
          <Choice
            value="bitcoin"
            label={text("refund.bitcoin")}
            isDisabled={refundableSats(payment) === 0n}
          />
          <Choice value="money" label={text("refund.money")} isDisabled={false} />
        </RadioGroup>
        <TextField
          label={text("refund.amount", { currency })}
          hint={text("refund.amountHint", { amount: money(refundable, currency) })}
          error={wrong(faults.amount, suggested.amount, money(refundable, currency))}
          inputMode="decimal"
          value={draft.amount}
          onText={write("amount")}
        />
        {isBitcoin && (
          <>
            <TextField
              label={text("refund.sent")}
              hint={text("refund.sentHint")}
              error={wrong(faults.sent, "0.00012500", btc(refundableSats(payment).toString()))}
              inputMode="decimal"
              value={draft.sent}
              onText={write("sent")}
            />
            <TextField
              label={text("refund.address")}
              hint={text(
                given !== null && given === draft.address.trim()
                  ? "refund.addressGiven"
                  : "refund.addressHint",
              )}
              error={wrong(faults.address, "", "")}
              value={draft.address}
              onText={write("address")}
            />
            <SendTo address={draft.address.trim()} sats={typedUnits(draft.sent, 8)} />
            <TextField
              label={text("refund.txid")}
              error={wrong(faults.txid, "", "")}
              value={draft.txid}
              onText={write("txid")}
            />
          </>
        )}
        <LongTextField
          label={text(isBitcoin ? "refund.note" : "refund.noteRequired")}
          hint={text("reason.hint")}
          error={wrong(faults.note, "", "")}
          rows={2}
          maxLength={500}
          value={draft.note}
          onText={write("note")}
        />
        {error && (
          <Text size="small" className="text-ui-fg-error" role="alert">
            {ofError(error)}
          </Text>
        )}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary">
            {text("cancel")}
          </Button>
        </Drawer.Close>
        <Button size="small" isLoading={isPending} onClick={record}>
          {text("actions.record_refund.title")}
        </Button>
      </Drawer.Footer>
    </>
  )
}

/** The payment that a wallet opens. */
function SendTo({ address, sats }: { address: string; sats: bigint | null }) {
  const { text, btc } = useTexts()
  if (!/^[a-z0-9]{14,100}$/i.test(address) || sats === null) return null
  const uri = `bitcoin:${address}?amount=${satsToBtc(sats.toString())}`
  return (
    <div className="txt-compact-small flex min-w-0 flex-col gap-y-2">
      <span className="font-medium tabular-nums">{btc(sats.toString())}</span>
      <span className="flex items-start gap-x-2">
        <code className="break-all">{address}</code>
        <Copy content={address} className="text-ui-fg-muted mt-0.5 shrink-0" />
      </span>
      <a className="text-ui-fg-interactive hover:underline" href={uri}>
        {text("refund.pay")}
      </a>
    </div>
  )
}

function Choice({ value, label, isDisabled }: { value: string; label: string; isDisabled: boolean }) {
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

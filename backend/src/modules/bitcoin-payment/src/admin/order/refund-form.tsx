import { Button, Copy, Drawer, Heading, RadioGroup, Text, toast } from "@medusajs/ui"
import { useEffect, useRef, useState, type FormEvent } from "react"
import { codeOf, kindOf } from "../../domain/refund-destination"
import { satoshis } from "../../domain/satoshis"
import { isBitcoin, usePerformAction, type Payment } from "../api"
import { Choice, LongTextField, TextField } from "../components/field"
import { useTexts } from "../components/use-texts"
import { satsToBtc, typedUnits } from "./amounts"
import type { DialogProps } from "./action-dialog"
import type { Dialog } from "./dialogs"
import {
  amountOf,
  isAddress,
  mostOf,
  readRefund,
  REFUND_METHODS,
  satsOf,
  type Fault,
  type Faults,
  type RefundDraft,
} from "./refund-draft"
import { RefundBasisField } from "./refund-basis"
import { RefundLines } from "./refund-lines"

interface Props {
  dialog: Dialog
  payment: Payment
  onClose: () => void
}

/** The form for a refund: one that staff made with their own wallet or bank, or that the payment's processor makes. */
export function RefundDrawer({ onCloseAutoFocus, ...form }: Props & Pick<DialogProps, "onCloseAutoFocus">) {
  return (
    <Drawer open onOpenChange={form.onClose}>
      <Drawer.Content onCloseAutoFocus={onCloseAutoFocus}>
        <Drawer.Header>
          <Drawer.Title asChild>
            <Heading level="h2">{form.dialog.title}</Heading>
          </Drawer.Title>
          <Drawer.Description>{form.dialog.effect}</Drawer.Description>
        </Drawer.Header>
        <RefundForm {...form} />
      </Drawer.Content>
    </Drawer>
  )
}

/** What the chosen items fill in; without any, what is due. */
function filledIn(quantities: RefundDraft["quantities"], payment: Payment): string {
  return amountOf({ quantities }, payment) ?? payment.refund_due.amount
}

function RefundForm({ dialog, payment, onClose }: Props) {
  const { text, ofError, money, btc, typed } = useTexts()
  const { currency, refundable } = payment
  const back = payment.lines.filter(({ returned }) => returned > 0)
  const quantities = Object.fromEntries(back.map(({ id, returned }) => [id, String(returned)]))
  const suggested = filledIn(quantities, payment)
  const isInBitcoin = isBitcoin(payment) && payment.refundable_sats !== "0"
  const sentFor = ({ amount, basis }: Pick<RefundDraft, "amount" | "basis">) => {
    const sats = isBitcoin(payment) ? satsOf(amount, payment)[basis] : null
    return sats ? typed(satsToBtc(sats.toString())) : ""
  }
  const given = isBitcoin(payment) ? payment.refund_addresses.at(-1)?.address : undefined
  const idempotencyKey = useRef(crypto.randomUUID())
  const [draft, setDraft] = useState<RefundDraft>({
    method: !isInBitcoin
      ? "money"
      : given !== undefined && kindOf(given) !== "address"
        ? "lightning"
        : "bitcoin",
    amount: typed(suggested),
    basis: "satoshis",
    sent: sentFor({ amount: suggested, basis: "satoshis" }),
    address: given ?? "",
    ...{ txid: "", invoice: "", preimage: "" },
    note: "",
    quantities,
    rate: "",
  })
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]")
    field?.focus()
    // The sentence is below the field.
    field?.scrollIntoView({ block: "center" })
  }, [refusals])
  const { mutate, isPending, error } = usePerformAction(payment.id)
  const write = (field: Exclude<keyof RefundDraft, "method" | "basis" | "quantities">) => (value: string) => {
    setDraft({ ...draft, [field]: value })
    setFaults({ ...faults, [field]: undefined })
  }

  /** The amount and its basis fill in what is sent, which staff may change. */
  function priced(change: Partial<RefundDraft>) {
    const next = { ...draft, ...change }
    setDraft({ ...next, sent: sentFor(next) })
    setFaults({ ...faults, amount: undefined, sent: undefined })
  }

  function record(event: FormEvent) {
    event.preventDefault()
    const read = readRefund(draft, payment)
    if ("faults" in read) {
      setFaults(read.faults)
      setRefusals(refusals + 1)
      return
    }
    const note = draft.note.trim()
    mutate(
      {
        action: dialog.action,
        idempotency_key: idempotencyKey.current,
        reason: note === "" ? null : note,
        refund: read.refund,
      },
      {
        onSuccess: () => {
          toast.success(text("done"), { description: dialog.done })
          onClose()
        },
      },
    )
  }

  const wrong = (fault: Fault | undefined, example: string, most: string) =>
    fault === undefined ? null : text(`refund.wrong.${fault}`, { example: typed(example), amount: most })
  const isInMoney = draft.method === "money"
  const noteLabel = !isBitcoin(payment) ? "reason.label" : isInMoney ? "refund.noteRequired" : "refund.note"
  return (
    <form ref={form} noValidate onSubmit={record} className="flex min-h-0 flex-1 flex-col">
      <Drawer.Body className="flex flex-col gap-y-5 overflow-y-auto">
        {isBitcoin(payment) && (
          <RadioGroup
            value={draft.method}
            onValueChange={(value) =>
              setDraft({ ...draft, method: REFUND_METHODS.find((each) => each === value) ?? "bitcoin" })
            }
            aria-label={text("refund.method")}
          >
            <Choice value="bitcoin" label={text("refund.bitcoin")} isDisabled={!isInBitcoin} />
            <Choice value="lightning" label={text("refund.lightning")} isDisabled={!isInBitcoin} />
            <Choice value="money" label={text("refund.money")} />
          </RadioGroup>
        )}
        <RefundLines
          payment={payment}
          draft={draft}
          onQuantities={(quantities) =>
            priced({ quantities, rate: "", amount: typed(filledIn(quantities, payment)) })
          }
          onRate={write("rate")}
        />
        <TextField
          label={text("refund.amount", { currency })}
          hint={text(isBitcoin(payment) ? "refund.amountHint" : "refund.amountMost", {
            amount: money(refundable, currency),
          })}
          error={wrong(faults.amount, suggested, money(refundable, currency))}
          inputMode="decimal"
          value={draft.amount}
          onText={(amount) => priced({ amount })}
        />
        {!isInMoney && isBitcoin(payment) && (
          <>
            <RefundBasisField payment={payment} draft={draft} onBasis={(basis) => priced({ basis })} />
            <TextField
              label={text("refund.sent")}
              hint={text("refund.sentHint")}
              error={wrong(faults.sent, "0.00012500", btc(mostOf(draft, payment).toString()))}
              inputMode="decimal"
              value={draft.sent}
              onText={write("sent")}
            />
            <TextField
              label={text(draft.method === "bitcoin" ? "refund.address" : "refund.destination")}
              hint={text(given === draft.address.trim() ? "refund.addressGiven" : "refund.addressHint")}
              error={wrong(faults.address, "", "")}
              value={draft.address}
              onText={write("address")}
            />
            <SendTo destination={draft.address.trim()} sats={typedUnits(draft.sent, 8)} />
            {PROOFS[draft.method].map((field) => (
              <TextField
                key={field}
                label={text(`refund.${field}`)}
                error={wrong(faults[field], "", "")}
                value={draft[field]}
                onText={write(field)}
              />
            ))}
          </>
        )}
        <LongTextField
          label={text(noteLabel)}
          hint={text("reason.hint")}
          error={
            faults.note && !isBitcoin(payment) ? text("refund.wrong.reason") : wrong(faults.note, "", "")
          }
          rows={2}
          maxLength={500}
          value={draft.note}
          onText={write("note")}
        />
      </Drawer.Body>
      {/* Outside what scrolls: on a phone the end of the form is not in sight. */}
      {error && (
        <Text size="small" className="text-ui-fg-error px-6 py-3" role="alert">
          {ofError(error)}
        </Text>
      )}
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button type="button" size="small" variant="secondary">
            {text("cancel")}
          </Button>
        </Drawer.Close>
        <Button
          type="submit"
          size="small"
          variant={dialog.look === "danger" ? "danger" : "primary"}
          isLoading={isPending}
        >
          {dialog.confirm}
        </Button>
      </Drawer.Footer>
    </form>
  )
}

/** What shows that the money was sent. */
const PROOFS = { bitcoin: ["txid"], lightning: ["invoice", "preimage"], money: [] } as const

function SendTo({ destination, sats }: { destination: string; sats: bigint | null }) {
  const { text, btc, count } = useTexts()
  const kind = kindOf(destination)
  if (sats === null || (kind === "address" && !isAddress(destination))) return null
  return (
    <div className="txt-compact-small flex min-w-0 flex-col gap-y-2">
      <span className="font-medium tabular-nums">{btc(sats.toString())}</span>
      <span className="flex items-start gap-x-2">
        <code className="break-all">{destination}</code>
        <Copy content={destination} className="text-ui-fg-muted mt-0.5 shrink-0" />
      </span>
      {kind === "address" ? (
        <a
          className="text-ui-fg-interactive-hover hover:underline"
          href={codeOf(destination, satoshis(sats))}
        >
          {text("refund.pay")}
        </a>
      ) : (
        <span className="text-ui-fg-subtle">
          {text(`destination.${kind}`, { sats: count(sats.toString()) })}
        </span>
      )}
    </div>
  )
}

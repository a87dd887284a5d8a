import { Button, Drawer, InlineTip, Label, RadioGroup, Text, toast } from "@medusajs/ui"
import { useId, useRef, useState } from "react"
import { LongTextField, TextField } from "../../components/fields"
import { pounds } from "../../components/pounds"
import { btc, typedPence, typedSats } from "../amounts"
import { actionPath, useAction, type Invoice } from "./panel"

/** Records money that staff have given back; it sends none, and says so. */
export function RecordRefund({ invoice }: { invoice: Invoice }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Drawer open={isOpen} onOpenChange={setIsOpen}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          Record a refund…
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>Record a refund</Drawer.Title>
          <Drawer.Description>
            Send the money first, then write down here what you did. Nothing is sent from here.
          </Drawer.Description>
        </Drawer.Header>
        {isOpen && <RefundForm invoice={invoice} onDone={() => setIsOpen(false)} />}
      </Drawer.Content>
    </Drawer>
  )
}

type Method = "bitcoin" | "pounds"

const isMethod = (value: string): value is Method => value === "bitcoin" || value === "pounds"

function RefundForm({ invoice, onDone }: { invoice: Invoice; onDone: () => void }) {
  const owed = invoice.surplusPence > 0 ? invoice.surplusPence : invoice.refundablePence
  const key = useRef(crypto.randomUUID())
  const [method, setMethod] = useState<Method>(invoice.refundableSats === "0" ? "pounds" : "bitcoin")
  const [amount, setAmount] = useState((owed / 100).toFixed(2))
  const [sent, setSent] = useState(btc(suggestedSats(invoice, owed)))
  const given = invoice.refundAddresses.at(-1)?.address ?? null
  const [address, setAddress] = useState(given ?? "")
  const [txid, setTxid] = useState("")
  const [note, setNote] = useState("")
  const [hasTried, setHasTried] = useState(false)
  const { mutate, isPending, error } = useAction()

  const pence = typedPence(amount)
  const sats = typedSats(sent)
  const wrong = {
    amount:
      pence === null || pence === 0
        ? "Write an amount like 12.50."
        : pence > invoice.refundablePence
          ? `At most ${pounds(invoice.refundablePence)} can go back.`
          : null,
    sent:
      sats === null
        ? "Write an amount like 0.00012500."
        : BigInt(sats) > BigInt(invoice.refundableSats)
          ? `No more than ${btc(invoice.refundableSats)} BTC came and is still here.`
          : null,
    address: /^[a-zA-Z0-9]{14,100}$/.test(address.trim()) ? null : "Write the buyer's Bitcoin address.",
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
    const said = note.trim() === "" ? {} : { note: note.trim() }
    const payment =
      method === "bitcoin"
        ? { method, sats: sats ?? "0", address: address.trim(), txid: txid.trim().toLowerCase() }
        : { method }
    mutate(
      { path: actionPath(invoice.id, "refunds"), body: { key: key.current, pence, ...payment, ...said } },
      {
        onSuccess: () => {
          toast.success("The refund is recorded", { description: "The buyer is told by mail." })
          onDone()
        },
      },
    )
  }

  const told = (message: string | null) => (hasTried && message !== null ? message : undefined)
  return (
    <>
      <Drawer.Body className="flex flex-col gap-y-5 overflow-y-auto">
        <RadioGroup
          value={method}
          onValueChange={(value) => isMethod(value) && setMethod(value)}
          aria-label="How it went back"
        >
          <Choice
            value="bitcoin"
            words="In bitcoin, to the buyer's address"
            isDisabled={invoice.refundableSats === "0"}
          />
          <Choice value="pounds" words="In pounds, as agreed with the buyer" />
        </RadioGroup>
        <TextField
          label="Amount applied (£)"
          hint={`${pounds(invoice.refundablePence)} can go back, at the invoice's rate${invoice.surplusPence > 0 ? `; ${pounds(invoice.surplusPence)} of it is surplus` : ""}.`}
          error={told(wrong.amount)}
          inputMode="decimal"
          value={amount}
          onText={setAmount}
        />
        {method === "bitcoin" && (
          <>
            <TextField
              label="What you sent (BTC)"
              hint="Without the network's fee."
              error={told(wrong.sent)}
              inputMode="decimal"
              value={sent}
              onText={setSent}
            />
            <TextField
              label="To which address"
              hint={addressHint(given, address.trim())}
              error={told(wrong.address)}
              spellCheck={false}
              autoComplete="off"
              value={address}
              onText={setAddress}
            />
            <TextField
              label="Transaction id"
              error={told(wrong.txid)}
              spellCheck={false}
              autoComplete="off"
              value={txid}
              onText={setTxid}
            />
          </>
        )}
        <LongTextField
          label={method === "pounds" ? "How it was paid back" : "Note (optional)"}
          hint={method === "pounds" ? "Like “Bank transfer of today, agreed by mail”." : undefined}
          error={method === "pounds" ? told(wrong.note) : undefined}
          rows={2}
          maxLength={500}
          value={note}
          onText={setNote}
        />
        <InlineTip label="What will happen">
          The refund stands with the order under your name, once and for ever. The order’s books follow, and
          the buyer is mailed what went back and how.
        </InlineTip>
        {error && (
          <Text size="small" className="text-ui-fg-error" role="alert">
            {error.message}
          </Text>
        )}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary">
            Cancel
          </Button>
        </Drawer.Close>
        <Button size="small" isLoading={isPending} onClick={record}>
          Record {pence === null ? "the refund" : pounds(pence)}
        </Button>
      </Drawer.Footer>
    </>
  )
}

function addressHint(given: string | null, typed: string): string {
  if (given === null) return "The one the buyer gave you; never the one their payment came from."
  return given === typed
    ? "The one the buyer gave on the page of their order."
    : `The buyer gave another on the page of their order: ${given}`
}

/** All that came, or the surplus' share of it, rounded down: never more than there is. */
function suggestedSats({ receivedPence, refundableSats }: Invoice, owed: number): string {
  if (receivedPence === 0 || owed >= receivedPence) return refundableSats
  return ((BigInt(refundableSats) * BigInt(owed)) / BigInt(receivedPence)).toString()
}

function Choice({
  value,
  words,
  isDisabled = false,
}: {
  value: Method
  words: string
  isDisabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <RadioGroup.Item value={value} id={id} disabled={isDisabled} />
      <Label htmlFor={id} size="small">
        {words}
      </Label>
    </div>
  )
}

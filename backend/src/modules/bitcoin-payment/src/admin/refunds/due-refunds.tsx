import {
  Button,
  Checkbox,
  Container,
  Heading,
  InlineTip,
  Label,
  RadioGroup,
  StatusBadge,
  Text,
  toast,
} from "@medusajs/ui"
import { useId, useRef, useState, type FormEvent } from "react"
import { Link } from "react-router-dom"
import type { RefundBasis } from "../../domain/refund-satoshis"
import { Choice, TextField } from "../components/field"
import { useTexts } from "../components/use-texts"
import { useRefundBatches, type DueRefund } from "./api"

interface Props {
  due: readonly DueRefund[]
  feeRate: number | null
}

/** What is chosen becomes one transaction. A changed address is looked at on its order's page first, so it is not chosen with all. */
export function DueRefunds({ due, feeRate }: Props) {
  const { text, btc, ofError, ofFailure } = useTexts()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [inMoney, setInMoney] = useState<ReadonlySet<string>>(new Set())
  const [rate, setRate] = useState(feeRate === null ? "" : String(feeRate))
  const idempotencyKey = useRef(crypto.randomUUID())
  const { mutate, isPending, error } = useRefundBatches(null)
  const priced = due.map((refund): Priced => {
    const { invoice_id: id, sats, sats_today: today } = refund
    return today !== null && inMoney.has(id)
      ? { ...refund, sats: today, basis: "money" }
      : { ...refund, sats, basis: "satoshis" }
  })
  const picked = priced.filter(({ invoice_id: id }) => chosen.has(id))
  const sum = picked.reduce((sats, refund) => sats + BigInt(refund.sats), 0n)
  const plain = due.filter(({ is_changed: isChanged }) => !isChanged)
  const isAll = plain.length > 0 && plain.every(({ invoice_id: id }) => chosen.has(id))

  const withOrWithout = (ids: ReadonlySet<string>, id: string, isIn: boolean) =>
    new Set(isIn ? [...ids, id] : [...ids].filter((other) => other !== id))

  function make(event: FormEvent) {
    event.preventDefault()
    const refunds = picked.map(({ invoice_id, address, sats, basis }) => {
      return { invoice_id, address, sats, basis }
    })
    mutate(
      { idempotency_key: idempotencyKey.current, fee_rate: Number(rate), refunds },
      {
        onSuccess: () => {
          toast.success(text("batches.made"))
          setChosen(new Set())
          idempotencyKey.current = crypto.randomUUID()
        },
      },
    )
  }

  if (due.length === 0)
    return (
      <Container className="flex flex-col items-center gap-1 px-6 py-12 text-center">
        <Text weight="plus">{text("batches.none")}</Text>
        <Text size="small" className="text-ui-fg-subtle">
          {text("batches.noneHint")}
        </Text>
      </Container>
    )
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-col gap-1 px-6 py-4">
        <Heading level="h2">{text("batches.due")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {text("batches.dueHint")}
        </Text>
      </div>
      <form noValidate onSubmit={make}>
        <ul className="divide-y border-b">
          {priced.map((refund) => (
            <DueRow
              key={refund.invoice_id}
              refund={refund}
              isChosen={chosen.has(refund.invoice_id)}
              onChoose={(isChosen) => setChosen(withOrWithout(chosen, refund.invoice_id, isChosen))}
              onBasis={(basis) => setInMoney(withOrWithout(inMoney, refund.invoice_id, basis === "money"))}
            />
          ))}
        </ul>
        <div className="flex flex-col items-start gap-y-4 px-6 py-4">
          <Button
            type="button"
            size="small"
            variant="transparent"
            onClick={() => setChosen(new Set(isAll ? [] : plain.map(({ invoice_id: id }) => id)))}
          >
            {text(isAll ? "batches.chooseNone" : "batches.chooseAll")}
          </Button>
          <TextField
            label={text("batches.feeRate")}
            hint={text(feeRate === null ? "batches.feeUnknown" : "batches.feeHint", { rate: feeRate ?? 0 })}
            inputMode="numeric"
            className="w-32"
            value={rate}
            onText={setRate}
          />
          {error && (
            <InlineTip variant="error" label={ofFailure("batches.failed", error)} role="alert">
              {ofError(error)}
            </InlineTip>
          )}
          <Button type="submit" size="small" isLoading={isPending} disabled={picked.length === 0}>
            {text("batches.make", { count: picked.length, amount: btc(sum.toString()) })}
          </Button>
        </div>
      </form>
    </Container>
  )
}

type Priced = DueRefund & { readonly basis: RefundBasis }

interface RowProps {
  refund: Priced
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onBasis: (basis: RefundBasis) => void
}

function DueRow({ refund, isChosen, onChoose, onBasis }: RowProps) {
  const { text, btc, money } = useTexts()
  const id = useId()
  const { order_id: orderId, number, sats, amount, currency, is_changed: isChanged } = refund
  return (
    <li className="flex items-start gap-x-3 px-6 py-3">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={isChosen}
        onCheckedChange={(checked) => onChoose(checked === true)}
      />
      <div className="txt-compact-small flex min-w-0 flex-1 flex-col gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3">
          <Label htmlFor={id} size="small" weight="plus" className="tabular-nums">
            {text("batches.refund", { order: number ?? orderId, amount: btc(sats) })}
          </Label>
          <span className="text-ui-fg-subtle tabular-nums">{money(amount, currency)}</span>
          <Link to={`/orders/${orderId}`} className="text-ui-fg-interactive-hover hover:underline">
            {text("batches.order")}
          </Link>
          {isChanged && <StatusBadge color="orange">{text("refundDue.changed")}</StatusBadge>}
        </span>
        <Address of={refund} />
        {refund.sats_today !== null && (
          <RadioGroup
            className="flex flex-wrap gap-x-6 gap-y-1"
            aria-label={text("batches.basis", { order: number ?? orderId })}
            value={refund.basis}
            onValueChange={(value) => onBasis(value === "money" ? value : "satoshis")}
          >
            <Choice value="satoshis" label={text("batches.asPaid")} />
            <Choice value="money" label={text("batches.asToday")} />
          </RadioGroup>
        )}
        {isChanged && <span className="text-ui-fg-subtle">{text("batches.changedHint")}</span>}
      </div>
    </li>
  )
}

/** With its last characters emphasised, which staff compare. */
export function Address({ of: { address } }: { of: { address: string } }) {
  return (
    <code className="text-ui-fg-subtle break-all">
      {address.slice(0, -6)}
      <strong className="text-ui-fg-base">{address.slice(-6)}</strong>
    </code>
  )
}

import { Button, Container, Copy, Heading, InlineTip, StatusBadge, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"
import { LongTextField } from "../components/field"
import { AnimatedCode } from "../components/qr-code"
import { useTexts } from "../components/use-texts"
import { framesOf } from "./animated-code"
import { useRefundBatches, type Batch, type Payout } from "./api"
import { Address } from "./due-refunds"

const COLOURS = { open: "orange", sent: "blue", discarded: "grey", ended: "green" } as const
const SETTLED: readonly (string | null)[] = [null, "recorded", "unpaid"]

export function BatchView({ batch }: { batch: Batch }) {
  const { text, time, btc } = useTexts()
  const { id, state, by, at, payouts, psbt, txid, url } = batch
  const hasCase = payouts.some((each) => !SETTLED.includes(each.outcome) && each.closed_by === null)
  return (
    <Container className="divide-y p-0" role="region" aria-label={text("batches.title", { date: time(at) })}>
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Heading level="h2">{text("batches.title", { date: time(at) })}</Heading>
          <StatusBadge color={hasCase ? "red" : COLOURS[state]}>
            {text(`batches.states.${state}`)}
          </StatusBadge>
        </div>
        <Text size="small" className="text-ui-fg-subtle">
          {text("batches.facts", { by, fee: btc(batch.fee_sats), change: btc(batch.change_sats) })}
        </Text>
        <Text size="small">{text(`batches.next.${state}`)}</Text>
        {txid !== null && (
          <span className="txt-compact-small flex items-start gap-x-2">
            {url === null ? (
              <code className="break-all">{txid}</code>
            ) : (
              <a
                className="text-ui-fg-interactive-hover break-all"
                href={url}
                target="_blank"
                rel="noreferrer"
              >
                {txid}
              </a>
            )}
            <Copy content={txid} className="text-ui-fg-muted" />
          </span>
        )}
      </div>
      <ul className="divide-y">
        {payouts.map((payout) => (
          <PayoutRow key={payout.order_id + payout.address} payout={payout} />
        ))}
      </ul>
      {psbt !== null && <ToSign id={id} psbt={psbt} isSent={state === "sent"} />}
      {hasCase && <CloseCase id={id} />}
    </Container>
  )
}

function PayoutRow({ payout }: { payout: Payout }) {
  const { text, btc, money, ofCode } = useTexts()
  const { order_id: orderId, number, sats, amount, currency, outcome } = payout
  return (
    <li className="txt-compact-small flex flex-col gap-y-1 px-6 py-3">
      <span className="flex flex-wrap items-center gap-x-3 tabular-nums">
        <Link to={`/orders/${orderId}`} className="text-ui-fg-interactive-hover hover:underline">
          {text("batches.refund", { order: number ?? orderId, amount: btc(sats) })}
        </Link>
        <span className="text-ui-fg-subtle">{money(amount, currency)}</span>
        {outcome === "recorded" && <StatusBadge color="green">{text("batches.recorded")}</StatusBadge>}
        {outcome === "unpaid" && <StatusBadge color="orange">{text("batches.unpaid")}</StatusBadge>}
      </span>
      <Address of={payout} />
      {!SETTLED.includes(outcome) && (
        <InlineTip variant="error" label={text("batches.unrecorded")}>
          {ofCode("errors", outcome ?? "")} {text("batches.unrecordedHint")}
        </InlineTip>
      )}
    </li>
  )
}

/** The file, the text and the code of one PSBT; and the way back for what was signed. */
function ToSign({ id, psbt, isSent }: { id: string; psbt: string; isSent: boolean }) {
  const { text, ofError } = useTexts()
  const [signed, setSigned] = useState("")
  const { mutate, isPending, error } = useRefundBatches(id)
  if (isSent) return null
  const bytes = Uint8Array.from(atob(psbt), (character) => character.charCodeAt(0))
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-6 px-6 py-4">
      <AnimatedCode frames={framesOf(bytes)} label={text("batches.code")} />
      <div className="flex min-w-0 flex-1 basis-72 flex-col items-start gap-y-4">
        <Text size="small">{text("batches.sign")}</Text>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" variant="secondary" asChild>
            <a href={`data:application/octet-stream;base64,${psbt}`} download={`refunds-${id}.psbt`}>
              {text("batches.file")}
            </a>
          </Button>
          <Copy content={psbt} asChild>
            <Button size="small" variant="secondary">
              {text("batches.copy")}
            </Button>
          </Copy>
        </div>
        <div className="w-full max-w-xl">
          <LongTextField
            label={text("batches.signed")}
            hint={text("batches.signedHint")}
            error={error && ofError(error)}
            rows={3}
            value={signed}
            onText={setSigned}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            disabled={signed.trim() === ""}
            isLoading={isPending}
            onClick={() =>
              mutate(
                { action: "broadcast", signed },
                { onSuccess: () => toast.success(text("batches.broadcast")) },
              )
            }
          >
            {text("batches.send")}
          </Button>
          <Button size="small" variant="secondary" onClick={() => mutate({ action: "discard" })}>
            {text("batches.discard")}
          </Button>
        </div>
      </div>
    </div>
  )
}

function CloseCase({ id }: { id: string }) {
  const { text } = useTexts()
  const { mutate, isPending } = useRefundBatches(id)
  return (
    <div className="px-6 py-4">
      <Button
        size="small"
        variant="secondary"
        isLoading={isPending}
        onClick={() => mutate({ action: "close" })}
      >
        {text("batches.close")}
      </Button>
    </div>
  )
}

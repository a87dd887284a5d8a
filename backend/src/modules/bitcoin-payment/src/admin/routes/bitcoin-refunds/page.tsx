import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Heading, InlineTip } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { LoadError } from "../../components/load-error"
import { useTexts } from "../../components/use-texts"
import { refundsQuery } from "../../refunds/api"
import { BatchView } from "../../refunds/batch-view"
import { DueRefunds } from "../../refunds/due-refunds"

const BitcoinRefunds = () => {
  const { text } = useTexts()
  const { data, error, refetch } = useQuery(refundsQuery)
  return (
    <div className="flex flex-col gap-y-3">
      <Heading className="px-1">{text("batches.page")}</Heading>
      {error && !data && (
        <LoadError what={text("batches.loadError")} error={error} onRetry={() => void refetch()} />
      )}
      {data && !data.is_supported && (
        <InlineTip variant="warning" label={text("batches.unsupported")}>
          {text("errors.unsupported_wallet")}
        </InlineTip>
      )}
      {data?.is_supported === true && <DueRefunds due={data.due} feeRate={data.fee_rate} />}
      {data?.batches.map((batch) => (
        <BatchView key={batch.id} batch={batch} />
      ))}
    </div>
  )
}

export const config = defineRouteConfig({
  label: "bitcoinPayment.batches.page",
  translationNs: "translation",
  nested: "/orders",
})

export default BitcoinRefunds

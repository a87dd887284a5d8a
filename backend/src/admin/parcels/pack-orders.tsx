import { Button, InlineTip, toast } from "@medusajs/ui"
import type { ListedOrders } from "@shop/contracts/staff"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask } from "../components/ask"
import { useEach } from "./use-each"

const pack = ({ id }: { id: string }) =>
  ask(z.unknown(), `/admin/orders/${encodeURIComponent(id)}/pack`, { method: "POST", body: {} })

/** Packs all that is left of each chosen order into a parcel, and says of which order it did not. */
export function PackOrders({ orders }: { orders: ListedOrders["orders"] }) {
  const { t } = useTranslation("shop")
  const { left, results, run } = useEach()
  const failed = orders.filter(({ id }) => typeof results.get(id) === "string")
  const packAll = async () => {
    const packed = await run(orders, pack)
    if (packed > 0) toast.success(t("parcels.packed", { count: packed }))
  }
  return (
    <>
      <Button size="small" disabled={left > 0} onClick={() => void packAll()}>
        {left > 0 ? t("parcels.packing", { count: left }) : t("parcels.pack", { count: orders.length })}
      </Button>
      {failed.length > 0 && left === 0 && (
        <InlineTip variant="error" label={t("parcels.lookAt")} role="alert" className="w-full">
          {failed.map(({ id, number }) => (
            <p key={id}>
              #{number}: {results.get(id)}
            </p>
          ))}
        </InlineTip>
      )}
    </>
  )
}

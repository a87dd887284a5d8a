import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { paymentOverviewSchema, paymentPanelSchema, type WalletChange } from "@shop/contracts/staff-payments"
import { z } from "zod"
import { ask } from "../components/ask"

/** The key lies below Medusa's own key of the order: what changes the order or a payment refetches the panel too. */
export function panelQuery(orderId: string) {
  return queryOptions({
    queryKey: ["orders", "detail", orderId, "payment"],
    queryFn: async ({ signal }) =>
      (
        await ask(paymentPanelSchema, `/admin/payment-review/orders/${encodeURIComponent(orderId)}`, {
          signal,
        })
      ).panel,
  })
}

export const overviewQuery = queryOptions({
  queryKey: ["payments", "overview"],
  queryFn: async ({ signal }) =>
    (await ask(paymentOverviewSchema, "/admin/payment-review/overview", { signal })).overview,
  refetchInterval: 30_000,
})

export function changeWallet(body: WalletChange): Promise<unknown> {
  return ask(z.unknown(), "/admin/bitcoin-payments/wallet", { method: "POST", body })
}

export function releaseUnpaid(orderId: string, reason: string): Promise<unknown> {
  const path = `/admin/orders/${encodeURIComponent(orderId)}/release`
  return ask(z.unknown(), path, { method: "POST", body: { reason } })
}

export function completeOrder(orderId: string): Promise<unknown> {
  return ask(z.unknown(), `/admin/orders/${encodeURIComponent(orderId)}/complete`, { method: "POST" })
}

/** The buyer's return is settled; they are emailed these words. */
export function settleWithdrawal(orderId: string, reason: string): Promise<unknown> {
  const path = `/admin/orders/${encodeURIComponent(orderId)}/withdrawal/settlement`
  return ask(z.unknown(), path, { method: "POST", body: { reason } })
}

/** A staff request. Afterwards every query of the page is refetched, Medusa's own too. */
export function useStaffMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: () => Promise<unknown>) => request(),
    onSettled: () => queries.invalidateQueries(),
  })
}

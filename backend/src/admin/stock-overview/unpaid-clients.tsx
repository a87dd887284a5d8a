import { Button, toast, usePrompt } from "@medusajs/ui"
import { cancelledOrdersSchema, type UnpaidClients, unpaidClientsSchema } from "@shop/contracts/staff"
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { ask } from "../components/ask"
import { LoadError } from "../components/load-error"
import { moment } from "../components/moment"
import { Rows } from "../components/rows"
import { Section } from "../components/section"

const unpaidClientsQuery = () =>
  queryOptions({
    queryKey: ["unpaid-orders"],
    queryFn: () => ask(unpaidClientsSchema, "/admin/unpaid-orders"),
  })

type Client = UnpaidClients["clients"][number]

/** Clients with several unpaid orders; staff can cancel all orders of one. Nothing is shown while there are none. */
export function UnpaidClientsTable() {
  const { t } = useTranslation("shop")
  const { data } = useQuery(unpaidClientsQuery())
  const cancel = useCancelAll()
  if (!data || data.clients.length === 0) return null
  return (
    <Section title={t("stock.unpaid.title")} description={t("stock.unpaid.lead")}>
      <LoadError what={t("stock.unpaid.notCancelled")} of={cancel} className="px-6 py-3" />
      <Rows
        className="min-w-[42rem]"
        rows={data.clients}
        keyOf={({ client }) => client}
        columns={[
          {
            heading: t("stock.unpaid.orders"),
            cellClassName: "py-2",
            cell: ({ orders }) => <OrderLinks orders={orders} />,
          },
          { heading: t("stock.unpaid.pieces"), className: "text-right", cell: ({ pieces }) => pieces },
          {
            heading: t("stock.unpaid.since"),
            cellClassName: "whitespace-nowrap",
            cell: ({ since }) => moment(since),
          },
          {
            heading: "",
            cellClassName: "text-right",
            cell: (client) => (
              <Button
                size="small"
                variant="danger"
                isLoading={cancel.isPending && cancel.variables.client === client.client}
                onClick={() => void cancel.confirm(client)}
              >
                {t("stock.unpaid.cancelAll")}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  )
}

function OrderLinks({ orders }: { orders: Client["orders"] }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {orders.map(({ id, number }) => (
        <Link key={id} to={`/orders/${id}`} className="text-ui-fg-interactive-hover">
          #{number}
        </Link>
      ))}
    </span>
  )
}

function useCancelAll() {
  const { t } = useTranslation("shop")
  const client = useQueryClient()
  const prompt = usePrompt()
  const mutation = useMutation({
    mutationFn: (chosen: Client) =>
      ask(cancelledOrdersSchema, "/admin/unpaid-orders/cancel", {
        method: "POST",
        body: { client: chosen.client },
      }),
    onSuccess: ({ cancelled }) => toast.success(t("stock.unpaid.cancelled", { count: cancelled })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(unpaidClientsQuery()),
        client.invalidateQueries({ queryKey: ["stock-overview"] }),
      ]),
  })
  const confirm = async (chosen: Client) => {
    const isSure = await prompt({
      title: t("stock.unpaid.sureTitle", { count: chosen.orders.length }),
      description: t("stock.unpaid.sure", { count: chosen.pieces }),
      confirmText: t("stock.unpaid.confirm"),
      cancelText: t("stock.unpaid.keep"),
      variant: "danger",
    })
    if (isSure) mutation.mutate(chosen)
  }
  return { ...mutation, confirm }
}

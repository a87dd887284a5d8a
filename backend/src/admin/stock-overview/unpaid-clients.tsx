import { Button, toast, usePrompt } from "@medusajs/ui"
import { cancelledOrdersSchema, type UnpaidClients, unpaidClientsSchema } from "@shop/contracts/staff"
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
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
  const { data } = useQuery(unpaidClientsQuery())
  const cancel = useCancelAll()
  if (!data || data.clients.length === 0) return null
  return (
    <Section
      title="Unpaid orders from the same internet connection"
      description="A company or a family may share one. Orders that money was sent for are never cancelled here."
    >
      <LoadError what="Not cancelled" of={cancel} className="px-6 py-3" />
      <Rows
        className="min-w-[42rem]"
        rows={data.clients}
        keyOf={({ client }) => client}
        columns={[
          { heading: "Orders", cellClassName: "py-2", cell: ({ orders }) => <OrderLinks orders={orders} /> },
          { heading: "Pieces held", className: "text-right", cell: ({ pieces }) => pieces },
          { heading: "Since", cellClassName: "whitespace-nowrap", cell: ({ since }) => moment(since) },
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
                Cancel all
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
        <Link key={id} to={`/orders/${id}`} className="text-ui-fg-interactive">
          #{number}
        </Link>
      ))}
    </span>
  )
}

function useCancelAll() {
  const client = useQueryClient()
  const prompt = usePrompt()
  const mutation = useMutation({
    mutationFn: (chosen: Client) =>
      ask(cancelledOrdersSchema, "/admin/unpaid-orders/cancel", {
        method: "POST",
        body: { client: chosen.client },
      }),
    onSuccess: ({ cancelled }) => toast.success(`${cancelled} orders are cancelled.`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(unpaidClientsQuery()),
        client.invalidateQueries({ queryKey: ["stock-overview"] }),
      ]),
  })
  const confirm = async (chosen: Client) => {
    const isSure = await prompt({
      title: `Cancel ${chosen.orders.length} unpaid orders?`,
      description: `Their ${chosen.pieces} pieces are on sale again at once. The buyers are emailed.`,
      confirmText: "Cancel the orders",
      cancelText: "Keep them",
      variant: "danger",
    })
    if (isSure) mutation.mutate(chosen)
  }
  return { ...mutation, confirm }
}

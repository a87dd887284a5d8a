import { Button, Container, Heading, InlineTip, Table, Text, toast, usePrompt } from "@medusajs/ui"
import { cancelledOrdersSchema, type UnpaidClients, unpaidClientsSchema } from "@shop/contracts/staff"
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { ask } from "../components/ask"
import { moment } from "../components/moment"

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
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">Unpaid orders from the same internet connection</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          A company or a family may share one. Orders that money was sent for are never cancelled here.
        </Text>
      </div>
      {cancel.error && (
        <div className="px-6 py-3">
          <InlineTip label="Not cancelled" variant="error">
            {cancel.error.message}
          </InlineTip>
        </div>
      )}
      <div className="overflow-x-auto">
        <Table className="min-w-[42rem]">
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>Orders</Table.HeaderCell>
              <Table.HeaderCell className="text-right">Pieces held</Table.HeaderCell>
              <Table.HeaderCell>Since</Table.HeaderCell>
              <Table.HeaderCell />
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {data.clients.map((client) => (
              <Table.Row key={client.client}>
                <Table.Cell className="py-2">
                  <OrderLinks orders={client.orders} />
                </Table.Cell>
                <Table.Cell className="text-right tabular-nums">{client.pieces}</Table.Cell>
                <Table.Cell className="whitespace-nowrap">{moment(client.since)}</Table.Cell>
                <Table.Cell className="text-right">
                  <Button
                    size="small"
                    variant="danger"
                    isLoading={cancel.isPending && cancel.variables.client === client.client}
                    onClick={() => void cancel.confirm(client)}
                  >
                    Cancel all
                  </Button>
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </Container>
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

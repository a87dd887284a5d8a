import { Button, Container, Input, Label, Text } from "@medusajs/ui"
import { useId, useState } from "react"

export function Sales() {
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const id = useId()
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString()
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4">
      <div>
        <Text weight="plus">Sales as CSV</Text>
        <Text size="small" className="text-ui-fg-subtle">
          Every sale by Bitcoin and card with its date, method, order, pounds, VAT, fee and transactions;
          refunds below zero. Every bitcoin that came or left, with its rate and worth. Leave the days empty
          for everything.
        </Text>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="flex flex-col gap-1">
          <Label htmlFor={`${id}from`} size="small">
            From
          </Label>
          <Input
            id={`${id}from`}
            type="date"
            size="small"
            value={from}
            max={to}
            onChange={(event) => setFrom(event.target.value)}
          />
        </div>
        <div className="flex flex-col gap-1">
          <Label htmlFor={`${id}to`} size="small">
            To, included
          </Label>
          <Input
            id={`${id}to`}
            type="date"
            size="small"
            value={to}
            min={from}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <Button size="small" variant="secondary" asChild>
          <a href={`/admin/payment-review/sales${query && `?${query}`}`} download>
            Download
          </a>
        </Button>
      </div>
    </Container>
  )
}

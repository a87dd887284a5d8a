import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Container, Heading, Text, toast, usePrompt } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { z } from "zod"
import { ask } from "../components/ask"
import { LoadError } from "../components/load-error"

const CustomerErasure = ({ data: { id, email } }: { data: { id: string; email: string } }) => {
  const prompt = usePrompt()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask(z.undefined(), `/admin/customers/${id}/erasure`, { method: "POST" }),
    onSuccess: async () => {
      toast.success("The personal data are erased.")
      await client.invalidateQueries()
      await navigate("/customers")
    },
  })
  const confirm = async () => {
    const isSure = await prompt({
      title: "Erase all personal data?",
      description: `This cannot be undone. It erases the account, messages and finished orders of ${email}, also those placed as a guest. What the tax office needs stays, without the name. Open orders are erased when they are finished.`,
      confirmText: "Erase",
      variant: "danger",
    })
    if (isSure) mutate()
  }
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h2">Erase personal data</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        When this person asks for it. Check first that the request comes from this email address.
      </Text>
      <LoadError what="Not erased" of={{ error }} />
      <div>
        <Button size="small" variant="danger" isLoading={isPending} onClick={() => void confirm()}>
          Erase…
        </Button>
      </div>
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "customer.details.after" })

export default CustomerErasure

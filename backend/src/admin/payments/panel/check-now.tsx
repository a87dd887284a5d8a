import { Button, toast } from "@medusajs/ui"
import { useStaffMutation } from "../api"

/** Has the payment read at its source at once. */
export function CheckNow({ request }: { request: () => Promise<unknown> }) {
  const { mutate, isPending } = useStaffMutation()
  const check = () =>
    mutate(request, {
      onSuccess: () => toast.success("Payment checked"),
      onError: (error) => toast.error("The payment was not checked", { description: error.message }),
    })
  return (
    <Button size="small" variant="secondary" isLoading={isPending} onClick={check}>
      Check now
    </Button>
  )
}

import type { FollowedOrder, OwnerDetails } from "@shop/contracts"
import { withdrawOrderSchema } from "@shop/contracts/order-actions"
import { useWithdrawOrder } from "../../api/order-actions"
import { useBusinessDetails } from "../../lib/business-details"
import { formatDay } from "../../lib/time"
import { Button } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { Fact } from "../../ui/fact"
import { NameField, TextArea } from "../../ui/field"
import { useForm } from "../../ui/form"
import { FailureNotice } from "../../ui/failure-notice"
import { showToast } from "../../ui/toast-store"

interface WithdrawDialogProps {
  order: FollowedOrder
  owner: OwnerDetails
  open: boolean
  onClose: () => void
}

/** The model cancellation form of the Consumer Contracts Regulations 2013 (Schedule 3, part B), filled in as far as known. */
export function WithdrawDialog({ order, owner, open, onClose }: WithdrawDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Return or withdraw">
      <WithdrawForm order={order} owner={owner} onClose={onClose} />
    </Dialog>
  )
}

function WithdrawForm({ order, owner, onClose }: Omit<WithdrawDialogProps, "open">) {
  const { legalName, address, email } = useBusinessDetails()
  const sending = useWithdrawOrder(order.id)
  const form = useForm({
    schema: withdrawOrderSchema,
    read: readForm,
    send: async (body) => {
      await sending.mutateAsync(body)
      showToast({ title: "Notice sent", description: "We have emailed you a copy of it." })
    },
  })
  const { errors } = form
  const received = owner.parcels.map(({ deliveredAt }) => deliveredAt).filter((at) => at !== null)
  return (
    <form className="dialog__content" {...form.attributes}>
      <p className="account-card__small">
        To {legalName}, {address}, {email}
      </p>
      <Goods items={order.items} error={errors["items"]} />
      <dl className="return-facts">
        <Fact name="Order number">{order.number}</Fact>
        <Fact name="Ordered on">{formatDay(order.createdAt)}</Fact>
        {received[0] !== undefined && <Fact name="Received on">{formatDay(received[0])}</Fact>}
        <Fact name="Date">{formatDay(new Date().toISOString())}</Fact>
      </dl>
      <NameField label="Your name" defaultValue={owner.name} error={errors["name"]} />
      <TextArea
        label="Your address"
        name="address"
        rows={2}
        maxLength={500}
        className="field__control return-address"
        defaultValue={[owner.address, owner.city, owner.postcode].filter(Boolean).join(", ")}
        error={errors["address"]}
      />
      <p className="account-card__small">
        Only what is unopened can come back; you pay for the return. We email you a copy of this notice.
      </p>
      <FailureNotice title="Your notice was not sent" error={form.failure} />
      <div className="dialog__buttons">
        <Button look="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" ariaDisabled={sending.isPending}>
          {sending.isPending ? "Sending..." : "Send my notice"}
        </Button>
      </div>
    </form>
  )
}

function Goods({ items, error }: { items: FollowedOrder["items"]; error: string | undefined }) {
  return (
    <fieldset className="return-goods" aria-describedby={error && "return-goods-error"}>
      <legend>I hereby give notice that I cancel my contract of sale of the following goods</legend>
      {items.map(({ id, name, weight, quantity }) => {
        const label = [name, weight].filter(Boolean).join(", ")
        return (
          <div key={id} className="return-goods__line">
            <label className="check">
              <input
                type="checkbox"
                name="items"
                value={id}
                defaultChecked={items.length === 1}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && "return-goods-error"}
              />
              <span>{label}</span>
            </label>
            {quantity > 1 && (
              <select
                className="field__control field__control--select"
                name={`quantity-${id}`}
                aria-label={`How many of ${label}`}
                defaultValue={quantity}
              >
                {Array.from({ length: quantity }, (_, index) => (
                  <option key={index} value={index + 1}>
                    {index + 1} of {quantity}
                  </option>
                ))}
              </select>
            )}
          </div>
        )
      })}
      {error && (
        <p id="return-goods-error" className="field__error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function readForm(form: HTMLFormElement): unknown {
  const data = new FormData(form)
  const chosen = data.getAll("items").filter((id) => typeof id === "string")
  // An item that was ordered once has no choice of quantity.
  const items = chosen.map((id) => ({ id, quantity: Number(data.get(`quantity-${id}`) ?? 1) }))
  return { items, name: data.get("name") ?? "", address: data.get("address") ?? "" }
}

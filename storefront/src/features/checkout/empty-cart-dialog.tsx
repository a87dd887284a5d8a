import { Button, ButtonLink } from "../../ui/button"
import { Dialog } from "../../ui/dialog"

export function EmptyCartDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Your cart is empty">
      <p>You need to add products to your cart before checking out.</p>
      <div className="dialog__buttons">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <ButtonLink to="/products">Browse Products</ButtonLink>
      </div>
    </Dialog>
  )
}

import { type RefObject, useEffect, useState } from "react"
import { correctedAddress } from "../lib/mail-domains"
import { Button } from "./button"
import { pressEnd } from "./form"

/** Offers the address that was probably meant, once the field is left. It never holds the shopper up. */
export function EmailHint({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [meant, setMeant] = useState<string | null>(null)
  useEffect(() => {
    const field = input.current
    if (!field) return
    const offer = () => void pressEnd().then(() => setMeant(correctedAddress(field.value)))
    const withdraw = () => setMeant(null)
    offer()
    field.addEventListener("change", offer)
    field.addEventListener("input", withdraw)
    return () => {
      field.removeEventListener("change", offer)
      field.removeEventListener("input", withdraw)
    }
  }, [input])

  const accept = (address: string) => {
    const field = input.current
    if (!field) return
    // React takes no notice of a change whose value it has seen being set.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, address)
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
    field.focus()
  }
  return (
    <div role="status">
      {meant && (
        <Button look="quiet" className="field__suggestion" onClick={() => accept(meant)}>
          Did you mean {meant}?
        </Button>
      )}
    </div>
  )
}

import type { CartDiscount } from "@shop/contracts"
import { type KeyboardEvent, useRef, useState } from "react"
import { Button } from "./button"
import { TextField } from "./field"
import { Icon } from "./icon"

interface DiscountCodeProps {
  discount: CartDiscount | null
  /** Applies a code; null removes it. Returns why it was refused, or null. */
  onChange: (code: string | null) => Promise<string | null>
  isPending: boolean
}

export function DiscountCode({ discount, onChange, isPending }: DiscountCodeProps) {
  const [error, setError] = useState<string | undefined>()
  const box = useRef<HTMLDivElement>(null)
  const code = discount?.code ?? null

  const change = async (next: string | null) => {
    setError(undefined)
    const refusal = await onChange(next)
    if (refusal !== null) setError(refusal)
    // What had the focus is gone.
    else box.current?.focus()
  }

  return (
    <div ref={box} className="discount-code" tabIndex={-1} role="group" aria-label="Discount">
      {code === null ? (
        <details>
          <summary>Add a discount code</summary>
          <CodeField error={error} isPending={isPending} onApply={(typed) => void change(typed)} />
        </details>
      ) : (
        <p className="discount-code__applied">
          {!discount?.problem && <Icon name="check" />}
          <span>
            <strong translate="no">{code}</strong> {discount?.problem ? "" : "applied"}
          </span>
          <Button look="quiet" ariaDisabled={isPending} onClick={() => void change(null)}>
            Remove <span className="visually-hidden">the code {code}</span>
          </Button>
        </p>
      )}
      <div role="status">
        {discount?.problem && <p className="discount-code__problem">{discount.problem}</p>}
        {code !== null && error && <p className="field__error">{error}</p>}
      </div>
    </div>
  )
}

interface CodeFieldProps {
  error: string | undefined
  isPending: boolean
  onApply: (code: string) => void
}

/** Not a separate form: in the checkout it lies inside one. So Enter applies the code instead of ordering. */
function CodeField({ error, isPending, onApply }: CodeFieldProps) {
  const [typed, setTyped] = useState("")
  const apply = () => {
    if (!isPending) onApply(typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return
    event.preventDefault()
    apply()
  }
  return (
    <div className="discount-code__field">
      <TextField
        label="Discount code"
        value={typed}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button look="secondary" ariaDisabled={isPending} onClick={apply}>
        {isPending ? "Checking..." : "Apply"}
      </Button>
    </div>
  )
}

import { IconButton } from "./button"
import { Icon } from "./icon"

interface StepperProps {
  of: string
  value: number
  max: number
  onChange: (value: number) => void
  /** While a change is under way, the quantity cannot be reduced. */
  busy?: boolean
  disabled?: boolean
}

/** A quantity with a button on each side, never below 1 nor above `max`. */
export function Stepper({ of, value, max, onChange, busy = false, disabled = false }: StepperProps) {
  return (
    <div className="stepper" role="group" aria-label={`Quantity of ${of}`}>
      <IconButton
        label={`One ${of} less`}
        disabled={disabled}
        ariaDisabled={busy || value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <Icon name="minus" />
      </IconButton>
      <output className="stepper__value">{value}</output>
      <IconButton
        label={`One ${of} more`}
        disabled={disabled}
        ariaDisabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Icon name="plus" />
      </IconButton>
    </div>
  )
}

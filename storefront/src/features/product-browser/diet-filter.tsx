import { type Diet, DIET_LABELS, DIETS } from "@shop/contracts"
import { useRememberedDiets } from "../../lib/diets"
import { Icon } from "../../ui/icon"
import { isPlainClick, PrefetchLink } from "../../ui/prefetch-link"
import { toggled } from "./selection"

interface DietFilterProps {
  chosen: readonly Diet[]
  /** The address of the same list with other diets. */
  addressOf: (diets: readonly Diet[]) => string
  /** @param isRemembered whether this device keeps the choice */
  onToggle: (diet: Diet, isRemembered: boolean) => void
  onRemember: (isRemembered: boolean) => void
}

/** Links, so that a choice works without scripts and opens in a new tab. */
export function DietFilter({ chosen, addressOf, onToggle, onRemember }: DietFilterProps) {
  const remembered = useRememberedDiets()
  const isRemembered = remembered.length > 0
  return (
    <nav aria-label="Diet" className="diet-filter">
      <ul>
        {DIETS.map((diet) => (
          <li key={diet}>
            <PrefetchLink
              to={addressOf(toggled(chosen, diet))}
              aria-current={chosen.includes(diet) ? "true" : undefined}
              onClick={(event) => {
                if (!isPlainClick(event, event.currentTarget)) return
                event.preventDefault()
                onToggle(diet, isRemembered)
              }}
            >
              {chosen.includes(diet) && <Icon name="check" />}
              {DIET_LABELS[diet]}
            </PrefetchLink>
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <label className="diet-filter__remember">
          <input
            type="checkbox"
            checked={isRemembered}
            onChange={({ target }) => onRemember(target.checked)}
          />
          Remember on this device
        </label>
      )}
      {chosen.length > 0 && <p className="diet-filter__note">What we cannot be sure of is left out.</p>}
    </nav>
  )
}

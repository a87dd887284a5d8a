import { type Diet, DIET_LABELS, DIETS } from "@shop/contracts"
import { rememberDiets, useRememberedDiets } from "../../lib/diets"
import { Icon } from "../../ui/icon"
import { isPlainClick, PrefetchLink } from "../../ui/prefetch-link"

interface DietFilterProps {
  chosen: readonly Diet[]
  /** The address of the same list with other diets. */
  addressOf: (diets: readonly Diet[]) => string
  onChoose: (diets: readonly Diet[]) => void
}

/** Links, so that a choice works without scripts and opens in a new tab. */
export function DietFilter({ chosen, addressOf, onChoose }: DietFilterProps) {
  const remembered = useRememberedDiets()
  const isRemembered = remembered.length > 0
  const toggled = (diet: Diet) =>
    DIETS.filter((one) => (one === diet ? !chosen.includes(one) : chosen.includes(one)))
  return (
    <nav aria-label="Diet" className="diet-filter">
      <ul>
        {DIETS.map((diet) => (
          <li key={diet}>
            <PrefetchLink
              to={addressOf(toggled(diet))}
              aria-current={chosen.includes(diet) ? "true" : undefined}
              onClick={(event) => {
                if (!isPlainClick(event, event.currentTarget)) return
                event.preventDefault()
                if (isRemembered) rememberDiets(toggled(diet))
                onChoose(toggled(diet))
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
            onChange={({ target }) => rememberDiets(target.checked ? chosen : [])}
          />
          Remember on this device
        </label>
      )}
      {chosen.length > 0 && <p className="diet-filter__note">What we cannot be sure of is left out.</p>}
    </nav>
  )
}

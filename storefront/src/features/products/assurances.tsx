import type { Food } from "@shop/contracts"
import { GUARANTEE, MADE_HERE, PACKED } from "@brand/copy/product"
import { Icon } from "../../ui/icon"
import { PrefetchLink } from "../../ui/prefetch-link"

export function Assurances({ food }: { food: Food | null }) {
  return (
    <ul className="assurances">
      {GUARANTEE && (
        <li>
          <Icon name="star" />
          <span>
            Quality guarantee: <PrefetchLink to="/policies/returns">{GUARANTEE}</PrefetchLink>
          </span>
        </li>
      )}
      <li>
        <Icon name="pin" />
        {isMadeHere(food) ? "Made and packed" : "Packed"} {PACKED}
      </li>
      <li>
        <Icon name="shield" />
        No trackers, no data sold
      </li>
    </ul>
  )
}

/** Whether the label says so: its origin begins with it, and the shop itself is the food business. */
const isMadeHere = (food: Food | null) => food?.operator === null && MADE_HERE.test(food.origin ?? "")

import type { Food } from "@shop/contracts"
import { FOUNDED } from "../../lib/business-details"
import { Icon } from "../../ui/icon"
import { PrefetchLink } from "../../ui/prefetch-link"

/** Three reasons to trust the shop, below the buy buttons. */
export function Assurances({ food }: { food: Food | null }) {
  return (
    <ul className="assurances">
      <li>
        <Icon name="star" />
        <span>
          Quality guarantee:{" "}
          <PrefetchLink to="/policies/returns">your money back if it isn&apos;t right</PrefetchLink>
        </span>
      </li>
      <li>
        <Icon name="pin" />
        {isMadeHere(food) ? "Made and packed" : "Packed"} in London since {FOUNDED}
      </li>
      <li>
        <Icon name="shield" />
        No trackers, no data sold
      </li>
    </ul>
  )
}

/** Whether the label says so: its origin begins with it, and the shop itself is the food business. */
const isMadeHere = (food: Food | null) =>
  food?.operator === null &&
  /^made in (?:england|london|the uk|the united kingdom)\b/i.test(food.origin ?? "")

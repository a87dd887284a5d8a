import type { PoliciesCopy } from "../../types"

export const policies: PoliciesCopy = {
  goods: null,
  law: null,
  otherGoods: null,
  exceptions: {
    items: [
      "goods that spoil or expire quickly;",
      "goods made to your own wishes;",
      "sealed goods that are not fit to be returned for reasons of health or hygiene, once you have opened them.",
    ],
    summary: "So things can come back unused and in their original packaging.",
  },
}

import type { HomeCopy } from "../../types"

export const home: HomeCopy = {
  description:
    "Fruit gummies, single-origin honey, natural sugars and plant concentrates from a London kitchen.",
  title: "Delicious Treats Delivered to Your Door",
  lead: "Fruit gummies and plant concentrates made in our London kitchen, with single-origin honey and natural sugars we have chosen and packed ourselves.",
}

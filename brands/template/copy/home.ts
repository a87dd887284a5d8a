import type { HomeCopy } from "../../types"

export const home: HomeCopy = {
  description: "Good things from Your Shop.",
  title: "Good Things Delivered to Your Door",
  lead: "Say in two sentences what you sell, and why it is worth buying from you.",
}

import type { FooterCopy } from "../../types"

export const footer: FooterCopy = {
  about: "Good things from Your Shop. Delivered in the UK only.",
  categories: [
    { slug: "favourites", label: "Favourites" },
    { slug: "gifts", label: "Gifts" },
  ],
}

import type { FooterCopy } from "../../types"
import { FOUNDED } from "./founded"

export const footer: FooterCopy = {
  about: `Gummies, honey, natural sugars and plant concentrates from our London kitchen since ${FOUNDED}. Delivered in the UK only.`,
  categories: [
    { slug: "gummies", label: "Gummies" },
    { slug: "honey", label: "Honey" },
    { slug: "natural-sugars", label: "Natural Sugars" },
    { slug: "plant-concentrates", label: "Plant Concentrates" },
  ],
}

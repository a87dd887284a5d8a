import type { HomeSectionsCopy } from "../../types"

export const homeSections: HomeSectionsCopy = {
  story: {
    title: "Our story",
    paragraphs: ["Say here how Your Shop began.", "Then say what has stayed the same since."],
  },
  dispatch: "Packed by us, posted on weekdays.",
}

import type { HomeSectionsCopy } from "../../types"
import { FOUNDED } from "./founded"

export const homeSections: HomeSectionsCopy = {
  story: {
    title: "Our story began in a London kitchen",
    paragraphs: [
      `In ${FOUNDED} we began making fruit and honey sweets by hand, because the sweets we wanted to eat were hard to find: short ingredient lists, real fruit, sugars that taste of the place they come from.`,
      "The pans are bigger now. The recipes and the people are the same, and so is the kitchen table where we taste every batch.",
    ],
  },
  dispatch: "Packed in London, posted on weekdays.",
}

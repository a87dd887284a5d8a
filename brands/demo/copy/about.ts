import type { AboutCopy } from "../../types"
import { FOUNDED } from "./founded"

export const about: AboutCopy = {
  description: `Founded in ${FOUNDED} in a London kitchen: who makes your honey, gummies and sugars, and how.`,
  title: "Made slowly, in a London kitchen",
  lead: `We started in ${FOUNDED} with one copper pan, a crate of Kent blackberries and a neighbour's honey. The first gummies went to friends, and the friends told everyone else.`,
  story:
    "Since then we have got to know our beekeepers, learnt to boil sugar slowly, and learnt what to leave out. What we make is still what we want to eat: gummies that taste of fruit, honey from one place, sugars with character, and concentrates so strong that a spoonful is enough.",
  values: [
    {
      icon: "leaf",
      title: "Natural quality",
      text: "Fruit, honey, sugars and plants, bought from people we know by name.",
    },
    {
      icon: "user",
      title: "Customer care",
      text: "You'll hear from one of us within a day, and we'll put it right.",
    },
    {
      icon: "shield",
      title: "Integrity and trust",
      text: "What is on the label is what is in the jar, and the price you see is the price you pay.",
    },
  ],
  commitments: [
    "No artificial colours or flavours in anything we make.",
    "Short ingredient lists, and a straight answer when you ask.",
    "Packaging you can put in your kerbside recycling.",
    "No trackers on this site and no data sold, ever.",
  ],
  differences: [
    { title: "Small batches", text: "Forty trays at a time, tasted before they are packed." },
    { title: "Named origins", text: "Every jar of honey says where it comes from." },
    { title: "Sugars with flavour", text: "Unrefined, and chosen for what they do in a cup or a cake." },
  ],
  people: [
    {
      name: "Ruth",
      job: "Head of the kitchen",
      text: "Stirs, sets and tastes. If a batch isn't right, it doesn't leave the kitchen.",
      art: "/art/portrait-ruth.svg",
    },
    {
      name: "Daniel",
      job: "Buyer",
      text: "Visits hives, orchards and mills, and comes back with sticky notebooks.",
      art: "/art/portrait-daniel.svg",
    },
    {
      name: "Amina",
      job: "Packing",
      text: "Wraps your parcel by hand and posts it the same day.",
      art: "/art/portrait-amina.svg",
    },
  ],
  productsLink: "See what we make",
}

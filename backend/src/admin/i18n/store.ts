/** Our parts of Medusa's pages about customers, promotions and the store. */
export const store = {
  erasure: {
    title: "Erase personal data",
    text: "When this person asks for it. Check first that the request comes from this email address.",
    open: "Erase…",
    failed: "Not erased",
    sureTitle: "Erase all personal data?",
    sure: "This cannot be undone. It erases the account, messages and finished orders of {{email}}, also those placed as a guest. What the tax office needs stays, without the name. Open orders are erased when they are finished.",
    confirm: "Erase",
    done: "The personal data are erased.",
  },
  minimum: {
    title: "Minimum order",
    text: "What the goods must cost before discounts. A shopper below it is told how much is missing.",
    notLoaded: "The minimum could not be loaded",
    notSaved: "The minimum could not be saved",
    pounds: "Pounds",
    hint: "Empty: no minimum.",
    savedNone: "The promotion has no minimum.",
    saved: "For orders from £{{pounds}}.",
    problem: "Use pounds with at most two decimals, like 20 or 12.50.",
  },
  synonyms: {
    title: "Search synonyms",
    text: "Shoppers' words for what the shop calls something else. They are used when a search finds nothing. Typing mistakes are corrected without them.",
    label: "Synonyms, one line for each word of the shop",
    hint: "Shoppers' words, separated by commas, an equals sign and the shop's word.",
    example: "lollies, candy = sweets",
    saved: "The shop's search uses the synonyms within two seconds.",
    notSaved: "The synonyms could not be saved",
    tooMany: "At most {{most}} lines are read.",
    unreadable:
      "Line {{line}} cannot be read. Write it like “lollies, candy = sweets”, with at most {{longest}} letters on each side.",
  },
} as const

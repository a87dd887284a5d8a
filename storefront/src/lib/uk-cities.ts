/** The cities the shop delivers to and the counties around each (specification, section 3; the counties are our reading). */
const UK_CITIES = {
  London: ["Greater London"],
  Birmingham: ["West Midlands"],
  Manchester: ["Greater Manchester"],
  Glasgow: ["City of Glasgow"],
  Edinburgh: ["City of Edinburgh"],
  Liverpool: ["Merseyside"],
  Bristol: ["Bristol", "Gloucestershire", "Somerset"],
  Leeds: ["West Yorkshire"],
  Sheffield: ["South Yorkshire"],
  "Newcastle upon Tyne": ["Tyne and Wear"],
  Belfast: ["County Antrim", "County Down"],
  Cardiff: ["South Glamorgan"],
  Southampton: ["Hampshire"],
  Portsmouth: ["Hampshire"],
  Leicester: ["Leicestershire"],
  Coventry: ["West Midlands"],
  Hull: ["East Riding of Yorkshire"],
  "Stoke-on-Trent": ["Staffordshire"],
  Aberdeen: ["Aberdeenshire"],
  Plymouth: ["Devon"],
  Nottingham: ["Nottinghamshire"],
  Swansea: ["West Glamorgan"],
  Derby: ["Derbyshire"],
  Reading: ["Berkshire"],
  Oxford: ["Oxfordshire"],
} as const satisfies Record<string, readonly string[]>

/** City names in alphabetical order, for a list to choose from; plain letters need no language's own order. */
export const CITY_NAMES: readonly string[] = Object.keys(UK_CITIES).toSorted()

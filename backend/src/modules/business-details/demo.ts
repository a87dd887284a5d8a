import type { DetailName, Details } from "./details"

const isMarked = (value: string | null) => value?.includes("(demo)") === true

const RULES: { name: DetailName; sentence: string; isBroken: (details: Details) => boolean }[] = [
  {
    name: "legalName",
    sentence: "is the demo's; name the trader as registered",
    isBroken: ({ legalName }) => isMarked(legalName),
  },
  {
    name: "address",
    sentence: "is the demo's; give the trader's geographic address",
    isBroken: ({ address }) => isMarked(address),
  },
  {
    name: "companyNumber",
    sentence: "is the demo's; give the number Companies House gave you",
    isBroken: ({ companyNumber }) => isMarked(companyNumber),
  },
  {
    name: "email",
    sentence: "ends in .example, where nobody reads; give an address that shoppers can write to",
    isBroken: ({ email }) => email.endsWith(".example"),
  },
  {
    name: "phone",
    sentence: "is a number from films (020 7946 0xxx); give one that somebody answers",
    isBroken: ({ phone }) => /^(\+44|0)20 ?7946 ?0/.test(phone.replace(/[()-]/g, "")),
  },
]

/** The details that still have demo values, each with what to do. A production shop must have none. */
export function demoDetails(details: Details): { name: DetailName; sentence: string }[] {
  return RULES.filter((rule) => rule.isBroken(details)).map(({ name, sentence }) => ({ name, sentence }))
}

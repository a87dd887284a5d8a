import type { Details } from "./details"

/** A detail that is a line of text. */
interface Field {
  name: Exclude<keyof Details, "hours">
  label: string
  hint?: string
  type?: "text" | "email" | "tel" | "url"
  required?: boolean
}

/** Every detail that is a line of text, in the order of the form. */
export const FIELDS: readonly { heading: string; fields: readonly Field[] }[] = [
  {
    heading: "Who sells",
    fields: [
      { name: "name", label: "Trading name", hint: "The name over the door.", required: true },
      { name: "legalName", label: "Legal name", hint: "The trader as registered.", required: true },
      {
        name: "address",
        label: "Address",
        hint: "Where the business is established; a PO box is not enough.",
        required: true,
      },
      { name: "companyNumber", label: "Company number", hint: "Empty for a sole trader or a partnership." },
      { name: "registeredIn", label: "Place of registration", hint: "Like England and Wales, or Scotland." },
      { name: "vatNumber", label: "VAT number", hint: "Empty below the VAT threshold." },
    ],
  },
  {
    heading: "How to reach you",
    fields: [
      {
        name: "email",
        label: "E-mail",
        hint: "Answers to the shop's mails arrive here.",
        type: "email",
        required: true,
      },
      { name: "phone", label: "Phone", type: "tel", required: true },
      { name: "instagram", label: "Instagram", type: "url" },
      { name: "facebook", label: "Facebook", type: "url" },
      { name: "x", label: "X", type: "url" },
    ],
  },
]

/** The label of a detail in the form. */
export const labelOf = (name: string) =>
  name === "hours"
    ? "Opening hours"
    : (FIELDS.flatMap(({ fields }) => fields).find((field) => field.name === name)?.label ?? name)

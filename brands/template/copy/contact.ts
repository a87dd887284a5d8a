import type { ContactCopy } from "../../types"

export const contact: ContactCopy = {
  description: "Email or call: how to reach Your Shop.",
  mapAlt: "A drawn map of the streets around us",
}

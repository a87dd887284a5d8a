import type { ContactCopy } from "../../types"

export const contact: ContactCopy = {
  description: "Email, call or visit: how to reach our London kitchen.",
  mapAlt: "A drawn map of the streets around our kitchen in London",
}

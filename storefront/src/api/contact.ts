import type { ContactMessage } from "@shop/contracts"
import { mutationOptions } from "@tanstack/react-query"
import { request } from "./request"

/** Sends a message to the shop. The fields of the answer are not read. */
export const sendMessage = () =>
  mutationOptions({
    mutationKey: ["contact"],
    mutationFn: (body: ContactMessage) =>
      request("/api/contact", ({ anythingSchema }) => anythingSchema, { method: "POST", body }),
  })

import { contactReceiptSchema, type ContactMessage } from "@shop/contracts"
import { mutationOptions } from "@tanstack/react-query"
import { request } from "./request"

/** Sends a message to the shop. */
export const sendMessage = () =>
  mutationOptions({
    mutationKey: ["contact"],
    mutationFn: (body: ContactMessage) =>
      request("/api/contact", contactReceiptSchema, { method: "POST", body }),
  })

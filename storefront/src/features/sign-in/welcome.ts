import type { Session } from "@shop/contracts"
import { showToast } from "../../ui/toast-store"

/** Greets whoever has just signed in. */
export function showWelcome({ user }: Session): void {
  const name = user?.name
  showToast({
    title: "Successfully signed in",
    description: name ? `Welcome, ${name}.` : "Welcome.",
  })
}

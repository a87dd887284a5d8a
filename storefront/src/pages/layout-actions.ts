import { createContext, use } from "react"

export interface LayoutActions {
  openCart: () => void
  openSignIn: () => void
}

export const LayoutActionsContext = createContext<LayoutActions | null>(null)

/** @throws {Error} outside the layout */
export function useLayoutActions(): LayoutActions {
  const actions = use(LayoutActionsContext)
  if (!actions) throw new Error("There is no frame around this page")
  return actions
}

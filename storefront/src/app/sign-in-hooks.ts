import { useEffect } from "react"

declare global {
  interface Window {
    /** Open and close the sign-in dialog from outside the application (specification, section 2). */
    openSignInModal?: () => void
    closeSignInModal?: () => void
  }
}

/** Puts the sign-in dialog within reach of scripts outside the application. */
export function useSignInHooks({ show, hide }: { show: () => void; hide: () => void }): void {
  useEffect(() => {
    window.openSignInModal = show
    window.closeSignInModal = hide
    return () => {
      delete window.openSignInModal
      delete window.closeSignInModal
    }
  })
}

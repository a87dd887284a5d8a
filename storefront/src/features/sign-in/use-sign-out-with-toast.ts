import { useCallback } from "react"
import { useSignOut } from "../../api/session"
import { showToast } from "../../ui/toast-store"

/** Signs out and says what came of it. */
export function useSignOutWithToast(): () => void {
  const { mutateAsync: signOut, isPending } = useSignOut()
  return useCallback(() => {
    if (isPending) return
    signOut()
      .then(() => showToast({ title: "Signed out", description: "You have been successfully signed out." }))
      .catch(() =>
        showToast({
          tone: "destructive",
          title: "Sign out failed",
          description: "There was a problem signing out.",
        }),
      )
  }, [signOut, isPending])
}

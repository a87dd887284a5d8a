import { useSignOut } from "../../api/session"
import { showToast } from "../../ui/toast-store"

/** Signs out and shows the result. */
export function useSignOutWithToast(): () => void {
  const { mutateAsync: signOut, isPending } = useSignOut()
  return () => {
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
  }
}

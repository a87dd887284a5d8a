import type { User } from "@shop/contracts"
import { useRef } from "react"
import { useSignOut } from "../../api/session"
import { Avatar } from "../../ui/avatar"
import { Button } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { PrefetchLink } from "../../ui/prefetch-link"
import { showError, showToast } from "../../ui/toast-store"

const MENU = "account-menu"

/** A platform popover: Escape and a press outside close it, and the focus returns to its button. */
export function AccountMenu({ user }: { user: User }) {
  const signOut = useSignOutWithToast()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <div className="account-menu">
      <button
        type="button"
        className="account-menu__button"
        aria-label={`Account of ${user.name ?? "User"}`}
        popoverTarget={MENU}
      >
        <Avatar name={user.name} photo={user.photo} />
      </button>
      <div id={MENU} ref={menu} popover="auto" className="account-menu__panel">
        <p className="account-menu__who">
          <strong>{user.name ?? "User"}</strong>
          <span>{user.email}</span>
        </p>
        <ul>
          <li>
            <PrefetchLink to="/account" onClick={close}>
              <Icon name="user" />
              My Account
            </PrefetchLink>
          </li>
          <li>
            <PrefetchLink to="/orders" onClick={close}>
              <Icon name="truck" />
              Order History
            </PrefetchLink>
          </li>
        </ul>
        <Button
          look="quiet"
          className="account-menu__out"
          onClick={() => {
            close()
            signOut()
          }}
        >
          Sign Out
        </Button>
      </div>
    </div>
  )
}

export function useSignOutWithToast(): () => void {
  const { mutateAsync: signOut, isPending } = useSignOut()
  return () => {
    if (isPending) return
    signOut()
      .then(() => showToast({ title: "Signed out", description: "You have been successfully signed out." }))
      .catch(() => showError("Sign out failed", "There was a problem signing out."))
  }
}

import type { Account } from "@shop/contracts"
import { useEffect, useRef, useState } from "react"
import { Avatar } from "../../ui/avatar"
import { Button } from "../../ui/button"
import { EditProfileForm } from "./edit-profile-form"

/** Who the shop takes this to be, and the way to correct it. */
export function ProfileCard({ account }: { account: Account }) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The form takes its button's place, and leaves it the focus.
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <section className="account-card account-card--profile" aria-label="Profile">
      <Avatar name={account.name} photo={account.photo} large />
      <div className="account-card__who">
        <h2>{account.name ?? "User"}</h2>
        <p>{account.email}</p>
        {account.phone && <p>{account.phone}</p>}
      </div>
      {isEditing ? (
        <EditProfileForm account={account} onDone={() => setIsEditing(false)} />
      ) : (
        <Button ref={edit} look="secondary" onClick={() => setIsEditing(true)}>
          Edit Profile
        </Button>
      )}
    </section>
  )
}

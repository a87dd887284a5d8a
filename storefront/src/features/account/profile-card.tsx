import type { Account } from "@shop/contracts"
import { useState } from "react"
import { useEditProfile } from "../../api/account"
import { Avatar } from "../../ui/avatar"
import { lateParserOf } from "../../api/load-schemas"
import { Button } from "../../ui/button"
import { NameField, PhoneField } from "../../ui/field"
import { ErrorSummary, useFocusAfter, useForm } from "../../ui/form"
import { FailureNotice } from "../../ui/failure-notice"
import { showToast } from "../../ui/toast-store"
import { saySignedOut } from "./signed-out"

const schema = lateParserOf("editProfileSchema")

export function ProfileCard({ account }: { account: Account }) {
  const [isEditing, setIsEditing] = useState(false)
  // The form replaces its button, and returns the focus to it.
  const edit = useFocusAfter<HTMLButtonElement>(isEditing)
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

/** Name and phone number. The email address comes from Google. */
function EditProfileForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const edit = useEditProfile()
  const form = useForm({
    schema,
    send: async (profile) => {
      await edit.mutateAsync(profile).catch((failure: unknown) => {
        saySignedOut(failure, "Sign in to change your profile.")
        throw failure
      })
      showToast({ title: "Profile saved" })
      onDone()
    },
  })
  const { errors } = form
  return (
    <form className="form account-card__form" aria-label="Edit profile" {...form.attributes}>
      <ErrorSummary problems={form.problems} />
      <NameField defaultValue={account.name ?? ""} error={errors.name} autoFocus />
      <PhoneField
        defaultValue={account.phone ?? ""}
        maxLength={40}
        hint="Leave blank to remove it."
        error={errors.phone}
      />
      <FailureNotice title="Your profile was not saved" error={form.failure} />
      <div className="account-card__buttons">
        <Button type="submit" ariaDisabled={edit.isPending}>
          {edit.isPending ? "Saving..." : "Save"}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

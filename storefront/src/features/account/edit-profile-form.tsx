import { editProfileSchema, type Account } from "@shop/contracts"
import { fieldErrorsOf, failureMessage } from "../../api/api-error"
import { useEditProfile } from "../../api/account"
import { Button } from "../../ui/button"
import { ErrorSummary } from "../../ui/error-summary"
import { TextField } from "../../ui/field"
import { Notice } from "../../ui/notice"
import { showToast } from "../../ui/toast-store"
import { useForm } from "../../ui/use-form"

/** Name and telephone number; the e-mail address is Google's word. */
export function EditProfileForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const edit = useEditProfile()
  const form = useForm(editProfileSchema, readProfile, (profile, element) => {
    edit
      .mutateAsync(profile)
      .then(() => {
        showToast({ title: "Profile saved" })
        onDone()
      })
      .catch((error: unknown) => {
        form.showErrors(fieldErrorsOf(error), element)
      })
  })
  const { errors } = form
  return (
    <form
      className="form account-card__form"
      aria-label="Edit profile"
      noValidate
      onSubmit={form.onSubmit}
      onChange={form.onChange}
    >
      <ErrorSummary errors={errors} />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={account.name ?? ""}
        maxLength={120}
        error={errors.name}
        autoFocus
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={account.phone ?? ""}
        maxLength={40}
        hint="Leave it empty to have it taken away."
        error={errors.phone}
      />
      {edit.isError && Object.keys(errors).length === 0 && (
        <Notice tone="danger" role="alert" title="Your profile was not saved">
          <p>{failureMessage(edit.error)}</p>
        </Notice>
      )}
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

function readProfile(form: HTMLFormElement): unknown {
  return { name: "", phone: "", ...Object.fromEntries(new FormData(form)) }
}

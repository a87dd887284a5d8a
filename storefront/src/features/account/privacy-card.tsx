import { useState } from "react"
import { EXPORT_PATH, useDeleteAccount } from "../../api/account"
import { problemOf } from "../../lib/api-error"
import { Button } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { FailureNotice } from "../../ui/failure-notice"
import { showToast } from "../../ui/toast-store"
import { saySignedOut } from "./signed-out"

export function PrivacyCard({ onSignInAgain }: { onSignInAgain: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="account-card" aria-labelledby="account-privacy">
      <h2 id="account-privacy">Your data</h2>
      <p>
        You can download everything we hold about you. If you delete your account, the law requires us to keep
        order records, but we remove your name from them.
      </p>
      <div className="account-card__buttons">
        <a className="button button--secondary" href={EXPORT_PATH} download>
          Download my data
        </a>
        <Button look="quiet" className="button--danger" onClick={() => setIsAsking(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onSignInAgain={() => {
          setIsAsking(false)
          onSignInAgain()
        }}
      />
    </section>
  )
}

interface DeleteAccountDialogProps {
  open: boolean
  onClose: () => void
  onSignInAgain: () => void
}

function DeleteAccountDialog({ open, onClose, onSignInAgain }: DeleteAccountDialogProps) {
  const deletion = useDeleteAccount()
  const confirm = () =>
    deletion
      .mutateAsync()
      .then(() =>
        showToast({ title: "Account deleted", description: "Your personal details have been removed." }),
      )
      // The dialog shows every other failure.
      .catch((failure: unknown) =>
        saySignedOut(failure, "If your account still exists, sign in and try again."),
      )
  return (
    <Dialog open={open} onClose={onClose} title="Delete your account?">
      <div className="dialog__content">
        <p>
          Your name, telephone number, addresses and sign-in are removed for good. Orders on their way are
          still delivered. This cannot be undone.
        </p>
        <FailureNotice title="Your account was not deleted" error={deletion.error}>
          {problemOf(deletion.error)?.code === "sign_in_again" && (
            <Button look="secondary" onClick={onSignInAgain}>
              Sign in again
            </Button>
          )}
        </FailureNotice>
        <div className="dialog__buttons">
          <Button look="quiet" onClick={onClose}>
            Keep my account
          </Button>
          <Button
            className="button--danger-solid"
            ariaDisabled={deletion.isPending}
            onClick={() => void confirm()}
          >
            {deletion.isPending ? "Deleting..." : "Delete my account"}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

import { useState } from "react"
import { EXPORT_PATH } from "../../api/account"
import { Button } from "../../ui/button"
import { DeleteAccountDialog } from "./delete-account-dialog"

/** What the law gives everyone: a copy of their data, and its end. */
export function PrivacyCard({ onSignInAgain }: { onSignInAgain: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="account-card" aria-labelledby="account-privacy">
      <h2 id="account-privacy">Your data</h2>
      <p>
        You can have a copy of everything we hold about you. When you delete your account, orders stay for our
        books as the law asks, without your name on them.
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

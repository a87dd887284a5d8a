import type { ReactNode } from "react"
import { useAccount } from "../../api/account"
import { LoadFailed } from "../../ui/load-states"
import { ClaimOrders } from "./claim-orders"
import { PrivacyCard } from "./privacy-card"
import { ProfileCard } from "./profile-card"
import { SettingsCard } from "./settings-card"

interface AccountViewProps {
  /** The content of the order history card. */
  history: ReactNode
  onSignOut: () => void
  onSignInAgain: () => void
}

/** The account page below its heading. */
export function AccountView({ history, onSignOut, onSignInAgain }: AccountViewProps) {
  const { data: account, isError, refetch } = useAccount()
  if (!account) {
    return isError ? (
      <LoadFailed what="your account" onRetry={() => void refetch()} />
    ) : (
      <div className="account" role="status" aria-label="Loading your account">
        <div className="account__side skeleton account-card--skeleton" />
        <div className="account__main skeleton account-card--skeleton" />
      </div>
    )
  }
  return (
    <div className="account">
      <div className="account__side">
        <ProfileCard account={account} />
        <SettingsCard account={account} onSignOut={onSignOut} />
      </div>
      <div className="account__main">
        <ClaimOrders count={account.claimableOrders} />
        <section className="account-card" aria-labelledby="account-history">
          <h2 id="account-history">Order history</h2>
          {history}
        </section>
        <PrivacyCard onSignInAgain={onSignInAgain} />
      </div>
    </div>
  )
}

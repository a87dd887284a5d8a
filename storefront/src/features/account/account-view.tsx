import type { Account } from "@shop/contracts"
import type { ReactNode } from "react"
import { useAccount, useNewestOrders } from "../../api/account"
import { formatMoment } from "../../lib/time"
import { Button } from "../../ui/button"
import { Fact } from "../../ui/fact"
import { LoadFailed } from "../../ui/load-states"
import { ClaimOrders } from "./claim-orders"
import { PrivacyCard } from "./privacy-card"
import { ProfileCard } from "./profile-card"

interface AccountViewProps {
  history: ReactNode
  onSignOut: () => void
  onSignInAgain: () => void
}

export function AccountView({ history, onSignOut, onSignInAgain }: AccountViewProps) {
  const { data: account, isError, refetch } = useAccount()
  const { isPending } = useNewestOrders()
  if (!account && isError) return <LoadFailed what="your account" onRetry={() => void refetch()} />
  // Together: orders that come later would move what is below them, under a finger that presses it.
  if (!account || isPending) {
    return (
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

function SettingsCard({ account, onSignOut }: { account: Account; onSignOut: () => void }) {
  return (
    <section className="account-card" aria-labelledby="account-settings">
      <h2 id="account-settings">Account settings</h2>
      <dl className="account-card__facts">
        <Fact name="Email">{account.email}</Fact>
        <Fact name="Account created">
          <time dateTime={account.createdAt}>{formatMoment(account.createdAt)}</time>
        </Fact>
        <Fact name="Last sign-in">
          <time dateTime={account.lastSignInAt}>{formatMoment(account.lastSignInAt)}</time>
        </Fact>
      </dl>
      <Button look="secondary" onClick={onSignOut}>
        Sign Out
      </Button>
    </section>
  )
}

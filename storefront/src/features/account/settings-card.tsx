import type { Account } from "@shop/contracts"
import { formatMoment } from "../../lib/time"
import { Button } from "../../ui/button"

/** The sign-in details, and Sign Out. */
export function SettingsCard({ account, onSignOut }: { account: Account; onSignOut: () => void }) {
  return (
    <section className="account-card" aria-labelledby="account-settings">
      <h2 id="account-settings">Account settings</h2>
      <dl className="account-card__facts">
        <div>
          <dt>Email</dt>
          <dd>{account.email}</dd>
        </div>
        <div>
          <dt>Account created</dt>
          <dd>
            <time dateTime={account.createdAt}>{formatMoment(account.createdAt)}</time>
          </dd>
        </div>
        <div>
          <dt>Last sign-in</dt>
          <dd>
            <time dateTime={account.lastSignInAt}>{formatMoment(account.lastSignInAt)}</time>
          </dd>
        </div>
      </dl>
      <Button look="secondary" onClick={onSignOut}>
        Sign Out
      </Button>
    </section>
  )
}

import { useBusinessDetails } from "../../lib/business-details"
import { Icon, type IconName } from "../../ui/icon"
import { isFree, useStandardDelivery } from "./standard-delivery"

const CLAIMS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: "lock", title: "Secure SSL Checkout", text: "Your details are encrypted on their way to us." },
  { icon: "bitcoin", title: "Bitcoin Accepted", text: "Pay from any wallet." },
  { icon: "truck", title: "UK Delivery Only", text: "2-3 business days to your door." },
  { icon: "shield", title: "Privacy Protected", text: "No trackers. We never sell your data." },
  { icon: "star", title: "Quality Guarantee", text: "Your money back if it isn't right." },
]

/** Five reasons to trust the shop. */
export function TrustBanner() {
  const { cards } = useBusinessDetails()
  const special: Partial<Record<IconName, string>> = {
    ...(cards && { bitcoin: "Pay from any wallet, or by card." }),
    ...(isFree(useStandardDelivery()) && { truck: "Free, 2-3 business days to your door." }),
  }
  return (
    <section className="trust-banner" aria-label="Why shop with us">
      <ul className="wrap">
        {CLAIMS.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <p className="trust-banner__title">{title}</p>
              <p>{special[icon] ?? text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

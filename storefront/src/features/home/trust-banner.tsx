import { useBusinessDetails } from "../../lib/business-details"
import { Icon, type IconName } from "../../ui/icon"

const CLAIMS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: "lock", title: "Secure SSL Checkout", text: "Everything you type is encrypted." },
  { icon: "bitcoin", title: "Bitcoin Accepted", text: "Pay from any wallet." },
  { icon: "truck", title: "UK Delivery Only", text: "2-3 business days to your door." },
  { icon: "shield", title: "Privacy Protected", text: "No trackers, nothing sold on." },
  { icon: "star", title: "Quality Guarantee", text: "Money back if it is not right." },
]

/** Five reasons to trust the shop. */
export function TrustBanner() {
  const { cards } = useBusinessDetails()
  return (
    <section className="trust-banner" aria-label="Why shop with us">
      <ul className="wrap">
        {CLAIMS.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <p className="trust-banner__title">{title}</p>
              <p>{icon === "bitcoin" && cards ? "Pay from any wallet, or by card." : text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Icon } from "./icon"

const NAMES = { instagram: "Instagram", facebook: "Facebook", x: "X" } as const

interface Profile {
  network: keyof typeof NAMES
  url: string
}

/** Plain links to the shop's profiles. The page loads nothing from those sites. */
export function SocialLinks({ profiles }: { profiles: readonly Profile[] }) {
  if (profiles.length === 0) return null
  return (
    <ul className="social-links">
      {profiles.map(({ network, url }) => (
        <li key={network}>
          <a
            href={url}
            rel="noopener noreferrer"
            target="_blank"
            aria-label={NAMES[network]}
            className="icon-button"
          >
            <Icon name={network} />
          </a>
        </li>
      ))}
    </ul>
  )
}

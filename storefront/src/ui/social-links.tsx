import { Icon } from "./icon"

const NETWORKS = [
  { name: "Instagram", icon: "instagram", href: "https://www.instagram.com/" },
  { name: "Facebook", icon: "facebook", href: "https://www.facebook.com/" },
  { name: "X", icon: "x", href: "https://x.com/" },
] as const

/** The shop elsewhere: three plain links, nothing of those sites is loaded here. */
export function SocialLinks() {
  return (
    <ul className="social-links">
      {NETWORKS.map(({ name, icon, href }) => (
        <li key={name}>
          <a href={href} rel="noopener noreferrer" target="_blank" aria-label={name} className="icon-button">
            <Icon name={icon} />
          </a>
        </li>
      ))}
    </ul>
  )
}

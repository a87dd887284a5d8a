import { useState } from "react"
import { classNames } from "./class-names"

interface AvatarProps {
  name: string | null
  photo: string | null
  large?: boolean
}

/** A user's photo, or the initials without one. Decorative: the name is beside it. */
export function Avatar({ name, photo, large }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const size = large ? 96 : 40
  return (
    <span className={classNames("avatar", large && "avatar--large")} aria-hidden="true">
      {photo && photo !== failed ? (
        <img
          src={photo}
          alt=""
          width={size}
          height={size}
          // The photo's host does not need to know the page.
          referrerPolicy="no-referrer"
          onError={() => setFailed(photo)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

/** The first letter of each word of a name, in upper case; 'U' without a name (specification, section 2). */
export function initialsOf(name: string | null): string {
  const letters = (name ?? "").split(/\s+/).map((word) => /^./u.exec(word)?.[0] ?? "")
  return letters.join("").toLocaleUpperCase("en-GB") || "U"
}

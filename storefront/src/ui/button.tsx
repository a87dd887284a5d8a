import type { ButtonHTMLAttributes } from "react"
import { classNames } from "./class-names"
import { PrefetchLink, type PrefetchLinkProps } from "./prefetch-link"

export type ButtonLook = "primary" | "secondary" | "quiet" | "honey"

interface Looks {
  look?: ButtonLook
  size?: "medium" | "large"
  /** As wide as what it stands in. */
  wide?: boolean
}

const classOf = ({ look = "primary", size = "medium", wide }: Looks, className?: string) =>
  classNames(
    "button",
    `button--${look}`,
    size === "large" && "button--large",
    wide && "button--wide",
    className,
  )

/** A button that does something here. */
export function Button({
  look,
  size,
  wide,
  className,
  type = "button",
  ...rest
}: Looks & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type={type} className={classOf({ look, size, wide }, className)} {...rest} />
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ look, size, wide, className, ...rest }: Looks & PrefetchLinkProps) {
  return <PrefetchLink className={classOf({ look, size, wide }, className)} {...rest} />
}

/** A button that is only an icon; its label is what a screen reader says. */
export function IconButton({
  label,
  className,
  type = "button",
  ...rest
}: { label: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label">) {
  return <button type={type} className={classNames("icon-button", className)} aria-label={label} {...rest} />
}

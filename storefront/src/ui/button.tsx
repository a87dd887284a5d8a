import type { ButtonHTMLAttributes, MouseEvent, MouseEventHandler, Ref } from "react"
import { classNames } from "./class-names"
import { PrefetchLink, type PrefetchLinkProps } from "./prefetch-link"

export type ButtonLook = "primary" | "secondary" | "quiet" | "accent"

interface Looks {
  look?: ButtonLook
  size?: "medium" | "large"
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

interface SoftDisabled {
  /** While a press is handled, or at the end of a range. Unlike `disabled` it keeps the focus of keyboard and screen reader. */
  ariaDisabled?: boolean
}

const clickHandling = (
  { ariaDisabled = false }: SoftDisabled,
  onClick: MouseEventHandler<HTMLButtonElement> | undefined,
) =>
  ariaDisabled
    ? { "aria-disabled": true, onClick: (event: MouseEvent<HTMLButtonElement>) => event.preventDefault() }
    : { onClick }

export function Button({
  look,
  size,
  wide,
  className,
  ariaDisabled,
  onClick,
  type = "button",
  ...attributes
}: Looks & SoftDisabled & { ref?: Ref<HTMLButtonElement> } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      className={classOf({ look, size, wide }, className)}
      {...attributes}
      {...clickHandling({ ariaDisabled }, onClick)}
    />
  )
}

export function ButtonLink({ look, size, wide, className, ...rest }: Looks & PrefetchLinkProps) {
  return <PrefetchLink className={classOf({ look, size, wide }, className)} {...rest} />
}

/** An icon button. Its label is its accessible name and its tooltip. */
export function IconButton({
  label,
  className,
  ariaDisabled,
  onClick,
  ...attributes
}: { label: string; ref?: Ref<HTMLButtonElement> } & SoftDisabled &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "type">) {
  return (
    <button
      type="button"
      className={classNames("icon-button", className)}
      aria-label={label}
      data-tooltip={label}
      {...attributes}
      {...clickHandling({ ariaDisabled }, onClick)}
    />
  )
}

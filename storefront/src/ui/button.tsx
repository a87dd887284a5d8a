import type { ButtonHTMLAttributes, MouseEvent, MouseEventHandler, Ref } from "react"
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

interface SoftDisabled {
  /**
   * Disabled for as long as a press is being dealt with, or because a press has led to the end of a range. Unlike
   * `disabled` it keeps the focus, so that whoever uses the keyboard or a screen reader does not lose their place.
   */
  ariaDisabled?: boolean
}

const clickHandling = (
  { ariaDisabled = false }: SoftDisabled,
  onClick: MouseEventHandler<HTMLButtonElement> | undefined,
) =>
  ariaDisabled
    ? { "aria-disabled": true, onClick: (event: MouseEvent<HTMLButtonElement>) => event.preventDefault() }
    : { onClick }

/** A button that does something here. */
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

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ look, size, wide, className, ...rest }: Looks & PrefetchLinkProps) {
  return <PrefetchLink className={classOf({ look, size, wide }, className)} {...rest} />
}

/** A button that is only an icon; its label is what a screen reader says and what its tooltip shows. */
export function IconButton({
  label,
  className,
  ariaDisabled,
  onClick,
  type = "button",
  ...attributes
}: { label: string; ref?: Ref<HTMLButtonElement> } & SoftDisabled &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label">) {
  return (
    <button
      type={type}
      className={classNames("icon-button", className)}
      aria-label={label}
      data-tooltip={label}
      {...attributes}
      {...clickHandling({ ariaDisabled }, onClick)}
    />
  )
}

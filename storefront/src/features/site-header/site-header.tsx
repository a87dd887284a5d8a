import { counted, type User } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { memo, type ReactNode, useEffect, useRef, useState } from "react"
import { useLocation } from "react-router-dom"
import { useCart } from "../../api/cart"
import { categoriesQuery } from "../../api/catalogue"
import { useSession } from "../../api/session"
import { useBusinessDetails } from "../../lib/business-details"
import { countItems, formatCount } from "../../lib/cart-lines"
import { categoryPath, MAIN_LINKS } from "../../lib/links"
import { afterPaint } from "../../lib/later"
import { Button, IconButton } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { clearCartToast } from "../../ui/toast-store"

interface SiteHeaderProps {
  onOpenCart: () => void
  onOpenSignIn: () => void
  accountMenu: (user: User) => ReactNode
}

export function SiteHeader({ onOpenCart, onOpenSignIn, accountMenu }: SiteHeaderProps) {
  const { name } = useBusinessDetails()
  const [wasMenuOpened, setMenuOpened] = useState(false)
  const { user } = useSession()
  const pathname = useLocation().pathname.toLowerCase()
  /** A link is current on its own page and on those below it: Products on every category. */
  const isHere = (to: string) => pathname === to || (to !== "/" && pathname.startsWith(`${to}/`))
  return (
    <header className="site-header">
      <div className="site-header__bar wrap">
        <PrefetchLink to="/" className="site-header__brand">
          <img src="/art/logo-light.svg" alt={name} width={603} height={96} />
        </PrefetchLink>
        <Menu onOpened={() => setMenuOpened(true)}>
          <ul>
            {MAIN_LINKS.map(({ to, label }) => (
              <li key={to}>
                <PrefetchLink to={to} aria-current={isHere(to) ? "page" : undefined}>
                  {label}
                </PrefetchLink>
                {to === "/products" && <Categories isShown={wasMenuOpened} pathname={pathname} />}
              </li>
            ))}
          </ul>
          <PrefetchLink to="/orders/find" className="site-header__find">
            Find your order
          </PrefetchLink>
          {!user && (
            <Button look="secondary" className="site-header__menu-sign-in" onClick={onOpenSignIn}>
              Sign In
            </Button>
          )}
        </Menu>
        <span className="uk-badge">
          <Icon name="pin" />
          UK Only
        </span>
        {user ? (
          accountMenu(user)
        ) : (
          <Button look="quiet" className="site-header__sign-in" onClick={onOpenSignIn}>
            Sign In
          </Button>
        )}
        <PrefetchLink to="/products#search" className="icon-button" aria-label="Search products">
          <Icon name="search" />
        </PrefetchLink>
        <CartButton onClick={onOpenCart} />
      </div>
    </header>
  )
}

/** Of the phone's menu. Every page comes with them; their pictures load when the menu first opens. */
function Categories({ isShown, pathname }: { isShown: boolean; pathname: string }) {
  const { data: categories = [] } = useQuery({ ...categoriesQuery(), enabled: isShown })
  return (
    <ul className="site-header__categories">
      {categories.map(({ slug, name, image }) => (
        <li key={slug}>
          <PrefetchLink
            to={categoryPath(slug)}
            aria-current={pathname === categoryPath(slug).toLowerCase() ? "page" : undefined}
          >
            <span className="site-header__arch">
              {isShown && <Picture src={image} alt="" use="order-line" when="soon" />}
            </span>
            {name}
          </PrefetchLink>
        </li>
      ))}
    </ul>
  )
}

/** Not drawn again with the menu. */
const CartButton = memo(function CartButton({ onClick }: { onClick: () => void }) {
  const count = countItems(useCart().lines)
  const label = `Cart, ${counted(count, "item")}`
  return (
    <IconButton className="cart-button" label={label} onClick={onClick}>
      <Icon name="cart" />
      <span className="cart-button__count" key={count} data-empty={count === 0 || undefined}>
        {formatCount(count)}
      </span>
    </IconButton>
  )
})

/**
 * The links, which a phone shows as a menu. Navigation, Escape, a press outside or leaving the focus closes it. They are its
 * children, so that opening it draws none of them again.
 */
function Menu({ onOpened, children }: { onOpened: () => void; children: ReactNode }) {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const menu = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = openAt === key

  const close = () => setOpenAt(null)
  useEffect(() => {
    if (!isOpen) return
    const header = menu.current?.closest("header")
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !header?.contains(target)) close()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      close()
      if (header?.contains(document.activeElement)) button.current?.focus()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener("pointerdown", leave, { signal })
    document.addEventListener("focusin", leave, { signal })
    document.addEventListener("keydown", escape, { signal })
    return () => listening.abort()
  }, [isOpen])

  const toggle = () => {
    clearCartToast()
    setOpenAt(isOpen ? null : key)
    afterPaint(onOpened)
  }
  return (
    <>
      <IconButton
        className="site-header__toggle"
        label={isOpen ? "Close menu" : "Open menu"}
        aria-expanded={isOpen}
        aria-controls="main-menu"
        onClick={toggle}
        ref={button}
      >
        <Icon name="menu" />
        <Icon name="close" />
      </IconButton>
      <nav
        aria-label="Main"
        id="main-menu"
        className="site-header__nav"
        data-open={isOpen || undefined}
        ref={menu}
        // A link closes it by opening its page, a button opens something over this page.
        onClick={({ target }) => target instanceof Element && target.closest("button") && close()}
      >
        {children}
      </nav>
    </>
  )
}

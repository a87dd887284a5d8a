import { noop } from "@tanstack/react-query"
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { useLocation } from "react-router-dom"
import { useSession } from "../api/session"
import { consumeRedirectMark } from "../features/sign-in/redirect"
import { SiteFooter } from "../features/site-footer/site-footer"
import { SiteHeader } from "../features/site-header/site-header"
import { loadCode, onFirstInteraction } from "../lib/later"
import { useDisclosure } from "../lib/navigator"
import { LayoutActionsContext } from "../pages/layout-actions"
import { lazyDialog, lazyPart } from "../ui/lazy-part"
import { holdToast, useToast } from "../ui/toast-store"
import { MAIN } from "./navigation"
import { useScroll } from "./scroll"

const CartPanel = lazyDialog(async () => (await import("./cart-panel")).CartPanel)
const SignInDialog = lazyDialog(async () => (await import("../features/sign-in/sign-in-dialog")).SignInDialog)
const { Part: AccountMenu } = lazyPart(
  async () => (await import("../features/account-menu/account-menu")).AccountMenu,
  {
    Loading: () => <span className="avatar" />,
    Failed: () => (
      <a href="/account" className="avatar" aria-label="My Account">
        U
      </a>
    ),
  },
)
const { Part: RedirectReturn } = lazyPart(
  async () => (await import("../features/sign-in/use-google")).RedirectReturn,
)

export function Layout({ children }: { children: ReactNode }) {
  const cart = useDisclosure()
  const signIn = useDisclosure()
  const main = useRef<HTMLElement>(null)
  const isBackFromGoogle = useIsBackFromGoogle()
  useSignInHooks(signIn)
  useScroll()
  const openCart = cart.show
  const openSignIn = signIn.show
  const actions = useMemo(() => ({ openCart, openSignIn }), [openCart, openSignIn])
  return (
    <>
      <a className="skip-link" href={`#${MAIN}`}>
        Skip to the content
      </a>
      <SiteHeader
        onOpenCart={cart.show}
        onOpenSignIn={signIn.show}
        accountMenu={(user) => <AccountMenu user={user} />}
      />
      <main id={MAIN} ref={main} tabIndex={-1}>
        <LayoutActionsContext value={actions}>{children}</LayoutActionsContext>
      </main>
      <SiteFooter />
      <CartPanel open={cart.isShown} onClose={cart.hide} />
      <SignInDialog open={signIn.isShown} onClose={signIn.hide} />
      {isBackFromGoogle && <RedirectReturn />}
      <FocusGuard main={main} />
      <NavigationAnnouncer main={main} />
      <LateOverlays onViewCart={cart.show} />
    </>
  )
}

function LateOverlays(props: { onViewCart: () => void }) {
  const [Overlays, setOverlays] = useState<ComponentType<typeof props> | null>(null)
  const toast = useToast()
  useEffect(() => {
    if (Overlays) return
    const load = () =>
      loadCode(() => import("../ui/overlays")).then((loaded) => setOverlays(() => loaded.Overlays), noop)
    if (!toast) return onFirstInteraction(() => void load())
    holdToast() // Its time begins when it is shown.
    void load()
  }, [Overlays, toast])
  return Overlays && <Overlays {...props} />
}

interface InMain {
  main: RefObject<HTMLElement | null>
}

/** Sign In and the avatar replace each other. A focus that was on one of them moves to the content. */
function FocusGuard({ main }: InMain) {
  const id = useSession().user?.id
  const before = useRef(id)
  useEffect(() => {
    if (before.current === id) return
    before.current = id
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [id, main])
  return null
}

/** Whether Google has redirected back to this page. Known after hydration. */
function useIsBackFromGoogle(): boolean {
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    if (consumeRedirectMark()) setIsBack(true)
  }, [])
  return isBack
}

/** A new page sets its title within this time, in ms. */
const TITLE_DELAY_MS = 150

/** After a navigation the focus moves to the new page's content, and a screen reader reads its title. */
function NavigationAnnouncer({ main }: InMain) {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  const [announcement, setArrivedAt] = useState("")
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // It has the focus already, but for a dialog that has been open.
    const focused = document.activeElement?.id
    if (focused !== MAIN && (!hash || focused !== hash.slice(1))) main.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setArrivedAt(document.title), TITLE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, hash, main])
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  )
}

declare global {
  interface Window {
    /** Open and close the sign-in dialog from outside the application (specification, section 2). */
    openSignInModal?: () => void
    closeSignInModal?: () => void
  }
}

function useSignInHooks({ show, hide }: { show: () => void; hide: () => void }): void {
  useEffect(() => {
    window.openSignInModal = show
    window.closeSignInModal = hide
    return () => {
      delete window.openSignInModal
      delete window.closeSignInModal
    }
  })
}

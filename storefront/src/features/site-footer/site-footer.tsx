import { footer } from "@brand/copy/footer"
import type { ReactNode } from "react"
import { type BusinessDetails, useBusinessDetails } from "../../lib/business-details"
import { categoryPath, MAIN_LINKS } from "../../lib/links"
import { POLICIES, registrationOf } from "../../lib/policies"
import { Icon } from "../../ui/icon"
import { isPlainClick, useFollowLink } from "../../ui/prefetch-link"
import { SocialLinks } from "../../ui/social-links"

/** Nothing in it changes, so the browser keeps what the server wrote. Its only code: links open without a new document. */
export function SiteFooter() {
  return import.meta.env.SSR ? (
    <footer className="site-footer">
      <FooterContent />
    </footer>
  ) : (
    <WrittenFooter />
  )
}

const WRITTEN = import.meta.env.SSR ? "" : (document.querySelector(".site-footer")?.innerHTML ?? "")

function WrittenFooter() {
  const follow = useFollowLink()
  return (
    <footer
      className="site-footer"
      dangerouslySetInnerHTML={{ __html: WRITTEN }}
      onClick={(event) => {
        const { target } = event
        const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href^='/']")
        if (!link || !isPlainClick(event, link)) return
        event.preventDefault()
        follow(link.pathname)
      }}
    />
  )
}

function FooterContent() {
  const facts = useBusinessDetails()
  const categories = [
    ...footer.categories.map(({ slug, label }) => ({ to: categoryPath(slug), label })),
    { to: "/products", label: "Special Offers" },
  ]
  return (
    <>
      <div className="wrap site-footer__columns">
        <div className="site-footer__brand">
          <img
            src="/art/logo-light.svg"
            alt={facts.name}
            width={603}
            height={96}
            loading="lazy"
            className="site-footer__logo"
          />
          <p>{footer.about}</p>
          <p>
            <a href="/orders/find" className="site-footer__find">
              Find your order
            </a>
          </p>
          <SocialLinks profiles={facts.social} />
        </div>
        <FooterLinks title="Quick Links" links={MAIN_LINKS} />
        <FooterLinks title="Categories" links={categories} />
        <FooterLinks
          title="Information"
          links={POLICIES.map(({ title }) => ({ to: "/faq", label: title }))}
        />
      </div>
      <div className="wrap site-footer__legal">
        <LegalLine facts={facts} />
        <p className="site-footer__payments">
          <span>We accept</span>
          <PaymentMark label="Bitcoin">
            <Icon name="bitcoin" />
          </PaymentMark>
          {facts.cards && (
            <PaymentMark label="Card">
              <Icon name="card" />
            </PaymentMark>
          )}
        </p>
      </div>
    </>
  )
}

function FooterLinks({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="site-footer__heading">{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LegalLine({ facts }: { facts: BusinessDetails }) {
  return (
    <div className="site-footer__facts">
      <p>
        © {new Date().getFullYear()} {facts.name}.{facts.vatNumber && " Prices include any VAT due."}
      </p>
      {facts.legalName && (
        <address>
          {facts.legalName}, {facts.address}. {registrationOf(facts)}
          <a href={`mailto:${facts.email}`}>{facts.email}</a>
          {facts.demo && <em> These company details are made up for a demonstration.</em>}
        </address>
      )}
    </div>
  )
}

function PaymentMark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="payment-mark">
      {children}
      {label}
    </span>
  )
}

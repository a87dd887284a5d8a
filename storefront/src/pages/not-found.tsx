import { PageSeo } from "../features/page-seo/page-seo"
import { OtherCategories } from "../features/product-browser/other-categories"
import { ButtonLink } from "../ui/button"
import { Icon } from "../ui/icon"
import type { PageLoad } from "./page-types"

export const load: PageLoad = () => Promise.resolve({ kind: "missing" })

export function Component() {
  return (
    <div className="wrap page not-found">
      <PageSeo title="404 Page Not Found" description="There is no page at this address." indexed={false} />
      <Icon name="alert" className="not-found__icon" />
      <h1>404 Page Not Found</h1>
      <img src="/art/not-found.svg" alt="" width={640} height={440} className="not-found__art" />
      <p>Did you forget to add the page to the router?</p>
      <div className="not-found__ways">
        <ButtonLink to="/products">Browse products</ButtonLink>
        <ButtonLink to="/" look="secondary">
          Home
        </ButtonLink>
      </div>
      <OtherCategories />
    </div>
  )
}

import { AboutStory } from "../features/about/about-story"
import { PageSeo } from "../features/page-seo/page-seo"
import type { PageLoad } from "./page-load"

export const load: PageLoad = () => Promise.resolve(null)

export function Component() {
  return (
    <>
      <PageSeo
        title="About us"
        description="Founded in 2020 in a London kitchen: who makes your honey, gummies and sugars, and how."
      />
      <AboutStory />
    </>
  )
}

import { about } from "@brand/copy/about"
import { AboutStory } from "../features/about/about-story"
import { PageSeo } from "../features/page-seo/page-seo"

export function Component() {
  return (
    <>
      <PageSeo title="About us" description={about.description} />
      <AboutStory />
    </>
  )
}

import type { Mail } from "./layout/mail"
import { FIXTURES } from "./fixtures"
import { TEMPLATES, type TemplateName } from "./templates"

/** A mail as it looks in one of its situations. */
export interface Preview {
  template: TemplateName
  situation: string
  mail: Mail
}

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name)

/** Every mail in every situation that changes its words, drawn by the templates themselves. */
export function mailPreviews(): Preview[] {
  return Object.keys(FIXTURES)
    .filter(isTemplate)
    .flatMap((template) =>
      FIXTURES[template].map(({ situation, data }) => ({
        template,
        situation,
        mail: TEMPLATES[template](data),
      })),
    )
}

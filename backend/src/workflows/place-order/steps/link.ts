import type { LinkDefinition } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

/** Ties rows of several modules together, all of it or nothing: Medusa's own step leaves a half when it fails in the middle. */
export const linkStep = createStep(
  "link",
  async (links: LinkDefinition[], { container }) => {
    const link = container.resolve(ContainerRegistrationKeys.LINK)
    try {
      await link.create(links)
    } catch (error) {
      await link.dismiss(links)
      throw error
    }
    return new StepResponse(links)
  },
  async (links, { container }) => {
    if (links) await container.resolve(ContainerRegistrationKeys.LINK).dismiss(links)
  },
)

import type { CreateProductWorkflowInputDTO } from "@medusajs/framework/types"
import { isFood, type Product } from "./catalogue/schema"

/** The metadata key of a product whose creation is incomplete. */
export const UNFINISHED = "seed_unfinished"

export type Shelving = {
  salesChannelId: string
  shippingProfileId: string
  nonFoodTypeId: string
  categoryIds: ReadonlyMap<string, string>
  inventoryItemIds: ReadonlyMap<string, string>
  images: ReadonlyMap<string, string>
}

/** The Medusa input of a catalogue product: a draft with one variant, whose title is the weight on the label. */
export function productInput(product: Product, shelving: Shelving): CreateProductWorkflowInputDTO {
  const image = found(shelving.images, product.image)
  return {
    title: product.name,
    handle: product.slug,
    description: product.description,
    status: "draft",
    thumbnail: image,
    images: picturesOf(product).map(({ file, alt }) => ({
      url: found(shelving.images, file),
      metadata: { alt },
    })),
    ...(!isFood(product) && { type_id: shelving.nonFoodTypeId }),
    category_ids: [found(shelving.categoryIds, product.category)],
    sales_channels: [{ id: shelving.salesChannelId }],
    shipping_profile_id: shelving.shippingProfileId,
    metadata: { badge: product.badge ?? undefined, [UNFINISHED]: true },
    options: [{ title: "Weight", values: [product.weight] }],
    variants: [
      {
        title: product.weight,
        sku: product.sku,
        weight: product.grams,
        options: { Weight: product.weight },
        manage_inventory: true,
        allow_backorder: false,
        inventory_items: [{ inventory_item_id: found(shelving.inventoryItemIds, product.sku) }],
        prices: [{ currency_code: "gbp", amount: product.price / 100 }],
      },
    ],
  }
}

export const labelFile = ({ slug }: Product): string => `${slug}-label.svg`

/** In their order: the product, a serving, and the back of its label. */
export const picturesOf = (product: Product): { file: string; alt: string }[] => {
  const { image, imageAlt, serving } = product
  const label = { file: labelFile(product), alt: `The back of the label: ${LABELLED}` }
  return [
    { file: image, alt: imageAlt },
    ...(serving ? [{ file: serving.image, alt: serving.imageAlt }] : []),
    ...(serving && isFood(product) ? [label] : []),
  ]
}

const LABELLED = "ingredients, nutrition and storage, as in the food information of this page."

function found(values: ReadonlyMap<string, string>, key: string): string {
  const value = values.get(key)
  if (value === undefined) throw new Error(`The seed has made nothing for "${key}".`)
  return value
}

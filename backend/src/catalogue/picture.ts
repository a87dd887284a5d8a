/**
 * SQL: the address of a product's picture (`p` is the product). Medusa's admin lets staff upload photos and name none of
 * them the thumbnail; then it is the first.
 */
export const PICTURE = `coalesce(nullif(p.thumbnail, ''), (select i.url from image i
  where i.product_id = p.id and i.deleted_at is null order by i.rank, i.id limit 1))`

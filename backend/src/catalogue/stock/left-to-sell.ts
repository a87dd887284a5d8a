/**
 * What is left to sell of every variant in the shop: what lies in stock, not counting what is reserved for orders. Of a
 * product that is made of several things the scarcest decides elsewhere; here each thing is counted for itself.
 */
export const LEFT_TO_SELL = `
  select i.inventory_item_id, min(p.title) as name, min(v.title) as variant, min(v.sku) as sku,
         (select coalesce(sum(l.stocked_quantity - l.reserved_quantity), 0)
            from inventory_level l
           where l.inventory_item_id = i.inventory_item_id and l.deleted_at is null) as left
    from product_variant_inventory_item i
    join product_variant v on v.id = i.variant_id and v.deleted_at is null and v.manage_inventory
    join product p on p.id = v.product_id and p.deleted_at is null and p.status = 'published'
   where i.deleted_at is null
   group by i.inventory_item_id`

import { idStatement, type IdStatement } from "./statement"

/** Guest orders with this lower-case address, whatever its case was. In SQL because Medusa's filters compare case. */
export const guestOrdersOf: IdStatement<{ email: string }> = idStatement(
  `select o.id
     from customer c
     join "order" o on o.customer_id = c.id and o.deleted_at is null
    where lower(c.email) = :email and not c.has_account and c.deleted_at is null
      and lower(o.email) = :email`,
)

/** An account, and guests by their orders, with the same address. In SQL because Medusa's filters compare case. */
export const customersWithMailboxOf: IdStatement<{ customerId: string }> = idStatement(
  `select c.id from customer c join customer given on given.id = :customerId
    where c.id = given.id or lower(c.email) = lower(given.email)`,
)

/** No id: the guest exists. In SQL because Medusa's module fails when two orders of one guest are placed at once. */
export const insertGuest: IdStatement<{ id: string; email: string }> = idStatement(
  `insert into customer (id, email, has_account) values (:id, :email, false)
     on conflict (email, has_account) where deleted_at is null do nothing returning id`,
)

/** The guest customer of an email address. In SQL because each order of a guest asks for it. */
export const findGuest: IdStatement<{ email: string }> = idStatement(
  `select id from customer where email = :email and not has_account and deleted_at is null`,
)

/* How far the deletion of an account is. In SQL because Medusa's API writes the whole metadata and cannot search it. */

export const requestDeletion: IdStatement<{ customerId: string }> = idStatement(
  `update customer set metadata = coalesce(metadata, '{}') || '{"deletion": "requested"}'
    where id = :customerId and metadata ->> 'deletion' is null returning id`,
)

/** Takes the note back, unless the deletion has begun. */
export const withdrawDeletion: IdStatement<{ customerId: string }> = idStatement(
  `update customer set metadata = metadata - 'deletion'
    where id = :customerId and metadata ->> 'deletion' = 'requested' returning id`,
)

/** Notes that there is no way back. */
export const startDeletion: IdStatement<{ customerId: string }> = idStatement(
  `update customer set metadata = metadata || '{"deletion": "started"}' where id = :customerId returning id`,
)

export const customersBeingDeleted = idStatement(
  `select id from customer where metadata ->> 'deletion' is not null`,
)

/** Guests and customers that staff deleted, without order and cart. In SQL because Medusa only marks them as deleted. */
export const eraseGuestsWithoutOrders = idStatement(
  `delete from customer c
    where (c.deleted_at is not null or (not c.has_account and c.created_by is null))
      and c.created_at < now() - interval '1 day'
      and not exists (select 1 from "order" o where o.customer_id = c.id)
      and not exists (select 1 from cart k where k.customer_id = c.id)
   returning c.id`,
)

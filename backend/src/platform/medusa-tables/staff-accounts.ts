import { z } from "@medusajs/framework/zod"
import { idStatement, statement, type IdStatement } from "./statement"

/* In SQL because every call of the admin asks, and Medusa's auth module cannot tell of a second factor or remove it. */

/** A sign-in with its member of staff, and from when on its tokens count. */
export const readSignIn = statement(
  z.object({
    user_id: z.string().nullable(),
    email: z.string().nullable(),
    valid_from: z.coerce.date().nullable(),
    has_second_factor: z.boolean(),
  }),
  `select u.id as user_id, u.email, s.valid_from,
         exists (select 1 from auth_mfa_factor f
                  where f.auth_identity_id = i.id and f.status = 'enabled' and f.deleted_at is null) as has_second_factor
    from auth_identity i
    left join "user" u on u.id = i.app_metadata ->> 'user_id' and u.deleted_at is null
    left join staff_sign_in s on s.auth_identity_id = i.id and s.deleted_at is null
   where i.id = :identity and i.deleted_at is null`,
)

export const keyOfActiveCreator: IdStatement<{ key: string }> = idStatement(
  `select k.id from api_key k join "user" u on u.id = k.created_by and u.deleted_at is null
    where k.id = :key and k.deleted_at is null`,
)

/** The factors that are, or were, in use and the newest recovery code: each change of the second factor changes this. */
export const readSecondFactorState = statement(
  z.object({ state: z.string() }),
  `select concat_ws(' ',
        (select string_agg(id || ' ' || status, ' ' order by id) from auth_mfa_factor
          where auth_identity_id = :identity and status <> 'pending'),
        (select max(id) from auth_mfa_recovery_code where auth_identity_id = :identity)) as state`,
)

export const findIdentity: IdStatement<{ email: string }> = idStatement(
  `select p.auth_identity_id as id from provider_identity p
    where p.provider = 'emailpass' and p.entity_id = :email and p.deleted_at is null`,
)

/** Takes a member of staff's authenticator apps away; returns them. */
export const removeApps: IdStatement<{ identity: string }> = idStatement(
  `update auth_mfa_factor set status = 'disabled', updated_at = now()
    where auth_identity_id = :identity and status <> 'disabled' and deleted_at is null
   returning id`,
)

export const removeRecoveryCodes: IdStatement<{ identity: string }> = idStatement(
  `delete from auth_mfa_recovery_code where auth_identity_id = :identity returning id`,
)

import type { Role } from '@belfry/schemas/domain/roles';
import type { Generated, Selectable } from 'kysely';

export type UsersTable = {
  id: Generated<number>;
  name: string;
  /** The address as it was typed; unique, case-insensitive. */
  email: string;
  /** PHC string, argon2id. */
  password_hash: string;
  role: Role;
  email_confirm: Generated<boolean>;
  phone: string | null;
  phone_confirm: Generated<boolean>;
  active: Generated<boolean>;
  blocked: Generated<boolean>;
  lang: Generated<string>;
  country: string | null;
  country_code: string | null;
  city: string | null;
  region: string | null;
  /** Minutes east of UTC. */
  utc_offset: Generated<number>;
  time_zone: Generated<string>;
  /** Created by a registration and never confirmed. */
  registration_pending: Generated<boolean>;
  /** See SMS-8. */
  may_text_any_number: Generated<boolean>;
  /** Otherwise the account has a tenth of the quotas, since nobody has confirmed it; see USER-24. */
  full_quotas: Generated<boolean>;
  created_at: Generated<Date>;
  last_login: Date | null;
  /** The revision of the editable fields, maintained by a trigger. */
  revision: Generated<number>;
};
export type UserRow = Selectable<UsersTable>;

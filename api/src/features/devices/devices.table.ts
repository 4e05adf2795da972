import type { DeviceMode, DeviceType } from '@belfry/schemas/domain/device';
import type { Generated, Selectable } from 'kysely';

export type DevicesTable = {
  device_id: Generated<number>;
  serial: string;
  device_type: Generated<DeviceType>;
  device_mode: Generated<DeviceMode>;
  company_id: number | null;
  /** The owner. */
  user_id: number | null;
  /** When the owner got it; what happened before is not shown to them. */
  owned_since: Generated<Date>;
  note: string | null;
  description: string | null;
  email: string | null;
  /** The tags, each once, in alphabetical order (`tagsSchema`). */
  tags: Generated<string[]>;
  /** PHC string, argon2id; null: an administrator has to approve enrolments and claims. */
  pass_hash: string | null;
  /** SHA-256 of the device key; null: not enrolled. */
  key_hash: Buffer | null;
  key_created_at: Date | null;
  /** The key was shown by create, and no device has connected with it: the device may still fetch its own. */
  key_unused: Generated<boolean>;
  /** Without a pass: from where, and until when, the device may fetch its key. */
  enroll_address: string | null;
  enroll_until: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** The revision of the editable fields, maintained by a trigger. */
  revision: Generated<number>;
};
export type DeviceRow = Selectable<DevicesTable>;

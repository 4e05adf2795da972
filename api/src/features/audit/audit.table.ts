import type { ColumnType, Generated } from 'kysely';

export type AuditLogTable = {
  id: Generated<number>;
  at: Generated<Date>;
  /** The user who acted: the administrator where they acted as another user. */
  user_id: number | null;
  /** The user as whom an administrator acted; null otherwise. */
  acting_as: number | null;
  action: string;
  object_kind: string;
  object_id: string;
  /** Contains no secrets. */
  details: ColumnType<Record<string, unknown> | null, string | null, never>;
  ip: string | null;
};

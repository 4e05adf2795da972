import type { ColumnType, Generated } from 'kysely';

export type AuditLogTable = {
  id: Generated<number>;
  at: Generated<Date>;
  /** The person, also when they worked as somebody else. */
  user_id: number | null;
  /** Whose account an administrator used; null for their own. */
  acting_as: number | null;
  action: string;
  object_kind: string;
  object_id: string;
  /** Never secrets. */
  details: ColumnType<Record<string, unknown> | null, string | null, never>;
  ip: string | null;
};

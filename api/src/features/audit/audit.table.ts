import type { ColumnType, Generated } from 'kysely';

export type AuditLogTable = {
  id: Generated<number>;
  at: Generated<Date>;
  user_id: number | null;
  action: string;
  object_kind: string;
  object_id: string;
  /** Never secrets. */
  details: ColumnType<Record<string, unknown> | null, string | null, never>;
  ip: string | null;
};

import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { TriggerSource } from '@belfry/schemas/http/triggers/sources';
import type { NewTriggerBody } from '@belfry/schemas/http/triggers/triggers';
import type { Kysely } from 'kysely';
import { type Actor, audit, type AuditEntry } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { shownSource } from './feeds/feeds.service.ts';
import type { TriggerRow } from './triggers.repository.ts';

/** What people prepare of a trigger. */
export type ShownFields = Pick<NewTriggerBody, 'name' | 'mode' | 'drill'> & {
  source: TriggerSource;
  action: TriggerAction;
};
/** Those fields as the audit has them. */
export const shown = ({ source, name, mode, drill, action }: ShownFields) => ({
  name,
  mode,
  drill,
  source: shownSource(source),
  action,
});

/** Records what somebody has done with a trigger; nothing of it is secret. */
export const auditTrigger = (
  trx: Kysely<Database>,
  actor: Actor,
  { id, owner_id, company_id }: Pick<TriggerRow, 'id' | 'owner_id' | 'company_id'>,
  { verb, ...sides }: { verb: string } & Pick<AuditEntry, 'before' | 'after' | 'details'>,
): Promise<void> =>
  audit(trx, actor, {
    action: `trigger.${verb}`,
    object_kind: 'trigger',
    object_id: id,
    company_id,
    owner_id,
    ...sides,
  });

import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { type AuditRule, Reply, type CallRecorder } from '../http/routes/route.ts';
import { auditCall, ownOrganisation, type AuditEntry } from './audit-log.repository.ts';
import { enteredBy, withTrail, type AuditTrail } from './audit-trail.ts';

type CallRequest = Parameters<CallRecorder>[1];

/** The one place that records calls: each one that is no GET leaves a row, by its service or here, unless its route says why not. One that is refused leaves none. */
export function createCallRecorder({ db }: { db: Kysely<Database> }): CallRecorder {
  return async ({ method, audit }, request, answer) => {
    if (method === 'get') return answer();
    const { user, ip } = request;
    const trail: AuditTrail = { user, ip, ...enteredBy(user), isRecorded: false, act: {} };
    return withTrail(trail, async () => {
      const answered = await answer();
      const told = isTold(audit) ? audit : null;
      if (told !== null && !trail.isRecorded && !isRefused(answered))
        await auditCall(db, trail, entryOf(told, trail, request, answered));
      return answered;
    });
  };
}

type Told = Extract<AuditRule, `${string} of ${string}`>;
const isTold = (rule: AuditRule | undefined): rule is Told =>
  rule !== undefined && rule !== 'service' && !rule.startsWith('none: ');

const isRefused = (answered: unknown): boolean => answered instanceof Reply && (answered.status ?? 200) >= 400;

function entryOf(told: Told, { act, user }: AuditTrail, { params, body }: CallRequest, answered: unknown): AuditEntry {
  const [action = '', kind = ''] = told.split(' of ');
  const [asked, got] = [{ ...fieldsOf(body), ...fieldsOf(params) }, fieldsOf(valueOf(answered))];
  const isOwn = kind === 'user' && act.object_id === undefined;
  const own = act.user_id ?? user?.id;
  return {
    action: action as AuditEntry['action'],
    object_kind: act.object_kind ?? kind,
    object_id: act.object_id ?? (isOwn ? own : (idOf(fieldsOf(params)) ?? idOf(got) ?? idOf(fieldsOf(body)))) ?? '',
    owner_id: act.owner_id === undefined ? (user ? ownOrganisation(user) : own) : act.owner_id,
    company_id: act.company_id ?? numberOf(asked['company_id']),
    before: act.before ?? null,
    after: act.after === undefined && !act.before ? givenOf(fieldsOf(body)) : (act.after ?? null),
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const givenOf = (fields: Record<string, unknown>): object | null => (Object.keys(fields).length > 0 ? fields : null);

function valueOf(answered: unknown): unknown {
  if (!(answered instanceof Reply)) return answered;
  const { body } = answered as Reply<unknown>;
  if ('value' in body) return body.value;
  return 'json' in body ? JSON.parse(body.json) : null;
}

const ID_NAMES = ['id', 'user_id', 'company_id', 'device_id', 'serial'] as const;
function idOf(fields: Record<string, unknown>): string | number | undefined {
  for (const name of [...ID_NAMES, ...Object.keys(fields).filter((key) => key.endsWith('_id'))]) {
    const value = fields[name];
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  return undefined;
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

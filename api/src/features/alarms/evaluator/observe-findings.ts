import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Finding } from '../kinds/index.ts';
import { findBadSubjects, lockAlarms, storeChanges, type Change } from './conditions.repository.ts';

const WITHOUT_OBJECT = { owner_id: null, device_id: null, company_id: null, value: null } as const;

/** Stores the difference between what is wrong now and what is known to be. @returns whether anything of the kind is wrong or was until now */
export async function observeFindings(
  db: Kysely<Database>,
  kind: AlarmKind,
  findings: readonly Finding[],
  now: number,
): Promise<boolean> {
  const known = new Set(await findBadSubjects(db, kind));
  const found = new Set(findings.map(({ subject }) => subject));
  const changes: Change[] = [];
  for (const { since, ...finding } of findings)
    if (!known.has(finding.subject)) changes.push({ ...finding, kind, bad: true, since: Math.min(since ?? now, now) });
  for (const subject of known)
    if (!found.has(subject)) changes.push({ ...WITHOUT_OBJECT, kind, subject, bad: false, since: now });
  if (changes.length > 0)
    await transact(db, async (trx) => {
      await lockAlarms(trx);
      await storeChanges(trx, changes, now);
    });
  return known.size > 0 || found.size > 0;
}

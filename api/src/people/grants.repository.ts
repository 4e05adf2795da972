import type { GrantKind } from '@belfry/schemas/domain/grants';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../audit/audit-log.repository.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** What has stopped, and how it goes on: `renew` with another secret, so that what was known of it is of no use any more. */
export type PassedGrant = { id: number; wasOn: boolean; renew: boolean };

/** The caller has checked that the actor could grant it. */
export type GrantHandler = {
  /** Makes the actor who grants it. @returns the new secret, where the kind has one and it is renewed */
  pass(trx: Kysely<Database>, deps: Deps, actor: Actor, grant: PassedGrant): Promise<string | null>;
  end(deps: Deps, actor: Actor, id: number): Promise<void>;
};

/** A condition: a grant has not stopped. @param column its id, a constant of the code */
export const goesOn = (kind: GrantKind, column: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from stopped_grants where stopped_grants.kind = ${sql.lit(kind)} and stopped_grants.grant_id = ${sql.ref(column)})`;

/** @returns whether it had stopped */
export async function settleGrant(trx: Kysely<Database>, kind: GrantKind, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('stopped_grants')
    .where('kind', '=', kind)
    .where('grant_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function hasStopped(db: Kysely<Database>, kind: GrantKind, id: number): Promise<boolean> {
  const stopped = db.selectFrom('stopped_grants').select('kind').where('kind', '=', kind).where('grant_id', '=', id);
  return (await stopped.executeTakeFirst()) !== undefined;
}

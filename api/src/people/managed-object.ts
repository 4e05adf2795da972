import type { Kysely } from 'kysely';
import { type Actor, audit, type AuditEntry, auditOf } from '../audit/audit-log.repository.ts';
import type { Database } from '../db/database.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { type AppError, editConflict, notFound } from '../errors.ts';
import { countAttempt } from '../http/rate-limit/rate-limit.ts';
import type { Caller } from '../policies/accounts.ts';
import { type Held, requireShare } from './organisation-share.ts';
import { lockUser } from './users.repository.ts';

/** Whose object it is, and the node at which it is managed; null for one of the whole organisation. */
export type ObjectPlace = { owner_id: number; company_id: number | null };
export type ObjectChange<Policy> = { id: number; actor: Actor; policy: Policy };
type Recorded = Pick<AuditEntry, 'before' | 'after' | 'details'>;
type ObjectDeps = Pick<Deps, 'config' | 'db' | 'events'>;
type Trx = Kysely<Database>;

/** A kind of object that people manage at a node or for an organisation: what differs from the other kinds. */
export type ManagedKind<Row, View, Policy> = {
  /** As the audit names it: its acts are `webhook.create` and so on. */
  kind: string;
  /** `node`: the audit lists it at its node; `owner`: as what somebody did with what an owner has. */
  recordedFor: 'node' | 'owner';
  /** Its plural in texts. */
  titles: string;
  /** The text of not_found, and of edit_conflict. */
  missing: string;
  conflict: string;
  /** Changes by one person: the key of their counter, and how many in a minute; null where other limits hold. */
  changes: { key: string; hits: number; refusal: string } | null;
  /** Throws where the installation has no room. */
  maxOf: (trx: Trx, ownerId: number) => number | Promise<number>;
  findHeld: (trx: Trx, ownerId: number) => Promise<Held[]>;
  lock: (trx: Trx, id: number) => Promise<Row | undefined>;
  find: (db: Trx, id: number, user: Caller) => Promise<View | undefined>;
  /** Throws, or is null, for one that the caller must not manage. */
  placeOf: (db: Trx, user: Caller, row: Row | View, policy: Policy) => Promise<ObjectPlace | null>;
  /** Notifies consoles. Called after the commit. */
  changed: (deps: Pick<Deps, 'events'>, id: number, ownerId: number) => void;
};

/**
 * Creates, changes and removes objects of a kind in one order: count, transaction, lock, right, revision, the change itself, audit, commit, event.
 * All throw rate_limited; those of an existing object not_found, and whatever `placeOf` throws.
 */
export function manage<Row extends object, View extends object, Policy>(kind: ManagedKind<Row, View, Policy>) {
  const missing = (): AppError => notFound(kind.missing);

  async function count(deps: Pick<Deps, 'config' | 'db'>, { user }: Actor): Promise<void> {
    if (kind.changes === null) return;
    const { key, hits, refusal } = kind.changes;
    await countAttempt(deps, [{ key: `${key}:${user.id}`, hits, windowSeconds: 60 }], refusal);
  }

  /** Nothing of the act is secret. */
  async function record(
    trx: Trx,
    actor: Actor,
    { id, owner_id, company_id }: ObjectPlace & { id: number },
    { verb, ...sides }: { verb: string } & Recorded,
  ): Promise<void> {
    const entry = {
      action: `${kind.kind}.${verb}` as const,
      object_kind: kind.kind,
      object_id: id,
      company_id,
      ...sides,
    };
    await (kind.recordedFor === 'node'
      ? audit(trx, actor, { ...entry, owner_id })
      : auditOf(trx, actor, owner_id, entry));
  }

  async function lock(
    trx: Trx,
    { id, actor, policy }: ObjectChange<Policy>,
  ): Promise<{ row: Row; place: ObjectPlace }> {
    const row = await kind.lock(trx, id);
    const place = row && (await kind.placeOf(trx, actor.user, row, policy));
    if (!row || !place) throw missing();
    return { row, place };
  }

  async function view(db: Trx, id: number, user: Caller): Promise<View> {
    const place = await kind.find(db, id, user);
    if (!place) throw missing();
    return place;
  }

  return {
    count,
    record,
    lock,
    missing,

    async read(db: Trx, { id, actor, policy }: ObjectChange<Policy>): Promise<View> {
      const object = await view(db, id, actor.user);
      if (!(await kind.placeOf(db, actor.user, object, policy))) throw missing();
      return object;
    },

    /** @param insert stores it @throws unprocessable for one too many */
    async create(
      deps: ObjectDeps,
      actor: Actor,
      place: ObjectPlace,
      insert: (trx: Trx) => Promise<{ id: number } & Recorded>,
    ): Promise<View> {
      const { user } = actor;
      const { id, object } = await transact(deps.db, async (trx) => {
        // The lock makes the limit exact.
        await lockUser(trx, place.owner_id);
        const max = await kind.maxOf(trx, place.owner_id);
        const share = { user, ownerId: place.owner_id, max, what: kind.titles };
        requireShare(await kind.findHeld(trx, place.owner_id), share);
        const { id, ...sides } = await insert(trx);
        await record(trx, actor, { id, ...place }, { verb: 'create', ...sides });
        return { id, object: await view(trx, id, user) };
      });
      kind.changed(deps, id, place.owner_id);
      return object;
    },

    /**
     * @param revision the one that the caller has seen; undefined changes whatever is there
     * @param lockOwner the owner, whose row is locked first where a limit must be exact
     * @param update stores the change @throws edit_conflict with the present object
     */
    async change(
      deps: ObjectDeps,
      change: ObjectChange<Policy>,
      {
        revision,
        verb = 'change',
        lockOwner,
      }: { revision?: number | undefined; verb?: string; lockOwner?: number | undefined },
      update: (trx: Trx, row: Row, place: ObjectPlace) => Promise<Recorded>,
    ): Promise<View> {
      const { id, actor } = change;
      const { changed, place } = await transact(deps.db, async (trx) => {
        if (lockOwner !== undefined) await lockUser(trx, lockOwner);
        const { row, place } = await lock(trx, change);
        if (revision !== undefined && 'revision' in row && row.revision !== revision)
          throw editConflict(kind.conflict, Object.fromEntries(Object.entries(await view(trx, id, actor.user))));
        const sides = await update(trx, row, place);
        await record(trx, actor, { id, ...place }, { verb, ...sides });
        return { changed: await view(trx, id, actor.user), place };
      });
      kind.changed(deps, id, place.owner_id);
      return changed;
    },

    async remove(
      deps: ObjectDeps,
      change: ObjectChange<Policy>,
      end: (trx: Trx, row: Row, place: ObjectPlace) => Promise<Recorded>,
    ): Promise<void> {
      const { id, actor } = change;
      const { owner_id } = await transact(deps.db, async (trx) => {
        const { row, place } = await lock(trx, change);
        await record(trx, actor, { id, ...place }, { verb: 'delete', ...(await end(trx, row, place)) });
        return place;
      });
      kind.changed(deps, id, owner_id);
    },
  };
}

import type { Role } from '@belfry/schemas/domain/roles';
import {
  userImportHttp,
  USERS_IMPORT_BYTES_MAX,
  USERS_IMPORT_SHOWN_MAX,
  type UsersImportAnswer,
  type UsersImportError,
  type UsersImportQuery,
} from '@belfry/schemas/http/users/import';
import type { Kysely } from 'kysely';
import { type Actor, auditEach } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { DecodedText } from '../../lib/decode-text.ts';
import { createKey } from '../../lib/keys.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { findTakenContacts, type UserRow } from '../../people/users.repository.ts';
import { publicAddress } from '../../lib/console-link.ts';
import { createUsers, zoneLike } from '../../people/users.ts';
import { type Account, canGrantRole, type Policy } from '../../policies/accounts.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { serve } from '../../serve.ts';
import { queueAccountMessages } from '../mail/outbox/index.ts';
import { accountsChanged, runExclusively } from './account-changes.ts';
import { readPeople, type Person, type ReadPeople } from './read-people.ts';

export const importRoutes = [
  serve(
    userImportHttp.importPeople,
    { access: 'admin', policy: canGrantRole, ownKeyOnly: true, bodyLimit: USERS_IMPORT_BYTES_MAX, audit: 'service' },
    ({ deps, user, ip, policy, query, body: text, encoding }) =>
      importPeople(deps, { user, ip }, policy, { text, encoding: encoding ?? 'utf-8', query }),
  ),
];

const IMPORTS = { hits: 20, windowSeconds: 60 };
/** The limit of files that are not only checked: each of their people gets a mail. */
const FILES_PER_DAY = { hits: 20, windowSeconds: 24 * 3_600 };

const ADDED_AT_ONCE = 100;

type Plan = { people: Person[]; errors: UsersImportError[] };

/**
 * Adds people from CSV; see USER-27. Their mails count as confirmed, and each gets a mail that says how to set a password. A dry run answers
 * what would happen. Throws unprocessable for a text that is no such file, or where the installation has no room; rate_limited while
 * another large operation of the caller runs.
 */
async function importPeople(
  deps: Deps,
  actor: Actor,
  policy: Policy<Role>,
  { text, encoding, query }: DecodedText & { query: UsersImportQuery },
): Promise<UsersImportAnswer> {
  const { user } = actor;
  await countAttempt(deps, [{ key: `users-import:${user.id}`, ...IMPORTS }], 'Too many imports.');
  const file = { ...(await readPeople(text)), encoding };
  if (query.dry_run === '1') {
    const plan = await deps.long.read(user.id, ({ db }) => makePlan(db, user, policy, file));
    return answerOf(file, plan, false);
  }
  await countAttempt(deps, [{ key: `users-import-files:${user.id}`, ...FILES_PER_DAY }], 'Too many imports.');
  // Nobody knows it: each person sets a password of their own.
  const password_hash = await hashPassword(`Aa1${createKey()}`);
  const add = async (trx: Kysely<Database>, caller: UserRow) => {
    const plan = await makePlan(trx, caller, policy, file);
    if (plan.errors.length > 0 && query.lines === 'all') return { plan, ids: null };
    await requireInstallationRoom(trx, 'users', plan.people.length);
    const ids = await addPeople(trx, deps, actor, {
      people: plan.people,
      shared: { password_hash, ...zoneLike(caller) },
    });
    return { plan, ids };
  };
  const { plan, ids } = await runExclusively(deps.db, user, add, (work) => deps.long.job(user.id, work));
  if (ids !== null) await accountsChanged(deps, actor, { users: ids });
  return answerOf(file, plan, ids !== null);
}

async function addPeople(
  trx: Kysely<Database>,
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  actor: Actor,
  {
    people,
    shared,
  }: { people: readonly Person[]; shared: Pick<UserRow, 'password_hash' | 'time_zone' | 'utc_offset'> },
): Promise<number[]> {
  const { password_hash, time_zone, utc_offset } = shared;
  const ids: number[] = [];
  for (let at = 0; at < people.length; at += ADDED_AT_ONCE) {
    const users = people.slice(at, at + ADDED_AT_ONCE).map(({ name, email, phone, role, lang }) => ({
      name,
      email,
      phone,
      role,
      lang,
      password_hash,
      time_zone,
      utc_offset,
      email_confirm: true,
    }));
    const accounts = await createUsers(trx, users);
    await queueAccountMessages(
      trx,
      jobs,
      accounts.map((to) => ({ kind: 'account_created', to, link: publicAddress(config, '/login') })),
    );
    const entries = accounts.map(({ id, name, email, phone, role, lang }) => ({
      action: 'user.add' as const,
      object_kind: 'user',
      object_id: id,
      details: { name, email, phone, role, lang, import: true },
    }));
    await auditEach(trx, actor, entries);
    ids.push(...accounts.map(({ id }) => id));
  }
  return ids;
}

async function makePlan(
  db: Kysely<Database>,
  caller: Account,
  policy: Policy<Role>,
  { people, errors }: ReadPeople,
): Promise<Plan> {
  const taken = await findTakenContacts(db, people);
  const reasonOf = ({ email, phone, role }: Person): Omit<UsersImportError, 'line'> | null => {
    if (!policy(caller, role)) return { field: 'role', reason: 'Only root can make somebody root.' };
    if (taken.emails.has(email.toLowerCase())) return { field: 'email', reason: 'Somebody has this email already' };
    return phone !== null && taken.phones.has(phone)
      ? { field: 'phone', reason: 'Somebody has this phone already' }
      : null;
  };
  const refused = people.flatMap((person) => {
    const reason = reasonOf(person);
    return reason ? [{ line: person.line, ...reason }] : [];
  });
  const lines = new Set(refused.map(({ line }) => line));
  return { people: people.filter(({ line }) => !lines.has(line)), errors: [...errors, ...refused] };
}

function answerOf(
  file: ReadPeople & { encoding: string },
  { people, errors }: Plan,
  applied: boolean,
): UsersImportAnswer {
  return {
    applied,
    lines: file.total,
    create: people.length,
    invalid: new Set(errors.map(({ line }) => line)).size,
    errors: errors.toSorted((a, b) => a.line - b.line).slice(0, USERS_IMPORT_SHOWN_MAX),
    preview: people.slice(0, USERS_IMPORT_SHOWN_MAX).map(({ line, name, email }) => ({ line, name, email })),
    ignored_columns: file.ignored,
    encoding: file.encoding,
  };
}

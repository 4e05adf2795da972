import {
  type ChangeContactGroupBody,
  type Contact,
  CONTACT_GROUPS_MAX,
  type ContactGroup,
  CONTACTS_MAX,
  contactSchema,
} from '@belfry/schemas/http/scenarios/contacts';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { readCsvRows, SURPLUS_REASON } from '../../../lib/read-csv-rows.ts';
import { manage, type ObjectChange } from '../../../people/managed-object.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany, listAtNodes } from '../../companies/index.ts';
import { askNewRecipients, findConfirmed } from '../../mail/outbox/index.ts';
import {
  addressesOf,
  deleteContactGroup,
  findContactGroup,
  findContactGroups,
  findContacts,
  findHeldContactGroups,
  type GroupRow,
  insertContactGroup,
  lockContactGroup,
  renameContactGroup,
  replaceContacts,
} from './contacts.repository.ts';

type GroupDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>;
type GroupChange = ObjectChange<OwnerPolicy>;

const LINE_BYTES_MAX = 10_000;

/** All throw not_found for a group at a node that the caller does not manage. */
export const contactGroups = manage<GroupRow, Wire<ContactGroup>, OwnerPolicy>({
  kind: 'contact_group',
  recordedFor: 'node',
  titles: 'groups of contacts',
  missing: 'Group not found',
  conflict: 'The group was changed meanwhile',
  changes: { key: 'contact-groups', hits: 30, refusal: 'Too many changes of contacts.' },
  maxOf: () => CONTACT_GROUPS_MAX,
  findHeld: findHeldContactGroups,
  lock: lockContactGroup,
  find: findContactGroup,
  placeOf: findManagedPlace,
  changed: ({ events }, id, ownerId) => events.changed('scenarios_changed', [id], ownerId),
});

/** Throws not_found for a node that the caller does not manage. */
export const listContactGroups = listAtNodes(findContactGroups);

/** Throws not_found, unprocessable for one too many, rate_limited. */
export async function createContactGroup(
  deps: GroupDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, name }: { company_id: number; name: string },
): Promise<Wire<ContactGroup>> {
  await contactGroups.count(deps, actor);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  return contactGroups.create(deps, actor, { owner_id, company_id }, async (trx) => ({
    id: await insertContactGroup(trx, { name, owner_id, company_id, created_by: actor.user.id }),
    after: { name, company_id },
  }));
}

/** Whether they get messages, since their address or their number is confirmed. Throws not_found. */
export async function readContacts({ db }: Pick<Deps, 'db'>, change: GroupChange) {
  await contactGroups.read(db, change);
  const group = await db
    .selectFrom('contact_groups')
    .select('owner_id')
    .where('id', '=', change.id)
    .executeTakeFirstOrThrow();
  const contacts = await findContacts(db, change.id);
  const confirmed = await findConfirmed(db, contacts.flatMap(addressesOf), [group.owner_id]);
  return contacts.map(({ name, email, phone, language }) => ({
    name,
    email,
    phone,
    language,
    confirmed: addressesOf({ email, phone }).some((address) => confirmed.has(address)),
  }));
}

/** Who was never asked whether they want messages is asked once. Throws not_found, edit_conflict, rate_limited. */
export async function changeContactGroup(
  deps: GroupDeps,
  change: GroupChange,
  { name, contacts, revision }: Omit<ChangeContactGroupBody, 'revision'> & { revision?: number },
): Promise<Wire<ContactGroup>> {
  await contactGroups.count(deps, change.actor);
  return contactGroups.change(deps, change, { revision }, async (trx, before, { owner_id }) => {
    await renameContactGroup(trx, change.id, name);
    if (contacts) {
      await replaceContacts(trx, change.id, contacts);
      const asked = contacts.flatMap((contact) =>
        addressesOf(contact).map((recipient) => ({ recipient, lang: contact.language })),
      );
      await askNewRecipients(trx, deps, { senderId: owner_id, organisation: owner_id }, asked);
    }
    return {
      before: { name: before.name },
      after: { name },
      ...(contacts && { details: { contacts: contacts.length } }),
    };
  });
}

/** Replaces the contacts by those of a file. Throws unprocessable with the first lines that are wrong; as `changeContactGroup`. */
export async function importContacts(deps: GroupDeps, change: GroupChange, text: string): Promise<Wire<ContactGroup>> {
  const { name } = await contactGroups.read(deps.db, change);
  const contacts: Contact[] = [];
  const errors: string[] = [];
  const shape = {
    columns: ['name', 'email', 'phone', 'language'],
    required: ['name'],
    linesMax: CONTACTS_MAX,
    lineBytesMax: LINE_BYTES_MAX,
  };
  await readCsvRows(text, shape, ({ line, cells, hasSurplus }) => {
    const parsed = contactSchema.safeParse({
      name: cells.name ?? '',
      email: cells.email || null,
      phone: cells.phone?.replace(/^'/, '') || null,
      language: cells.language || 'en',
    });
    if (hasSurplus) errors.push(`Line ${line}: ${SURPLUS_REASON}`);
    else if (!parsed.success) errors.push(`Line ${line}: ${parsed.error.issues[0]?.message ?? 'cannot be read'}`);
    else contacts.push(parsed.data);
  });
  if (errors.length > 0) throw new AppError('unprocessable', errors.slice(0, ERRORS_SHOWN).join('. '));
  return changeContactGroup(deps, change, { name: String(name), contacts });
}
const ERRORS_SHOWN = 10;

/** Throws rate_limited. */
export async function removeContactGroup(deps: GroupDeps, change: GroupChange): Promise<void> {
  await contactGroups.count(deps, change.actor);
  await contactGroups.remove(deps, change, async (trx, { name }) => {
    await deleteContactGroup(trx, change.id);
    return { before: { name } };
  });
}

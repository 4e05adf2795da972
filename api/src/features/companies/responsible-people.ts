import {
  type ResponsiblePeople,
  responsiblePeopleHttp,
  type ResponsiblePerson,
} from '@belfry/schemas/http/companies/responsible-people';
import { type Actor, auditOf } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../../policies/accounts.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { canEditNode, canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { type GrantHandler, settleGrant } from '../../people/grants.repository.ts';
import { askNewRecipients } from '../mail/outbox/index.ts';
import { companiesChanged, findPermittedCompany, lockPermittedCompany } from './company-access.ts';
import { findResponsible } from '../places/index.ts';
import { passPeople, replacePeople } from './responsible-people.repository.ts';

export const responsiblePeopleRoutes = [
  serve(responsiblePeopleHttp.read, { access: 'signed-in', policy: canReadNode }, ({ deps, user, policy, params }) =>
    readResponsible(deps, user, policy, params.company_id),
  ),
  serve(
    responsiblePeopleHttp.replace,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    ({ deps, user, ip, policy, params, body }) =>
      setResponsible(deps, { user, ip }, policy, { company_id: params.company_id, people: body.people }),
  ),
];

/** People of a node that the caller may not read are left out, with the name of the node; see TREE-58. */
async function readResponsible(
  { db }: Pick<Deps, 'db'>,
  user: Caller,
  policy: OwnerPolicy,
  company_id: number,
): Promise<ResponsiblePeople> {
  const node = await findPermittedCompany(db, user, company_id, policy);
  const responsible = (await findResponsible(db, [company_id])).get(company_id);
  if (!responsible) throw notFound('Company not found');
  const source = responsible.source_company_id;
  const inherited = source !== null && source !== company_id;
  if (!inherited || (await nodePermits(db, user, { company_id: source, user_id: node.user_id }, canReadNode)))
    return { company_id, inherited, ...responsible };
  return { company_id, inherited, source_company_id: null, source_name: null, people: [] };
}

/** Replaces the people of a node, and asks those of nobody in the organisation once to confirm; see MAIL-11. */
async function setResponsible(
  deps: Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, people }: { company_id: number; people: readonly ResponsiblePerson[] },
): Promise<ResponsiblePeople> {
  const node = await transact(deps.db, async (trx) => {
    const node = await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-change' });
    const before = (await findResponsible(trx, [company_id])).get(company_id);
    await replacePeople(trx, company_id, people, actor.user.id);
    await settleGrant(trx, 'responsible_people', company_id);
    await askNewRecipients(trx, deps, { senderId: actor.user.id, organisation: node.user_id }, contactsOf(people));
    const entry = { action: 'company.responsible', object_kind: 'company', object_id: company_id } as const;
    await auditOf(trx, actor, node.user_id, {
      ...entry,
      details: { people: people.length },
      before: { people: before?.source_company_id === company_id ? before.people : [] },
      after: { people },
    });
    return node;
  });
  companiesChanged(deps, node);
  return readResponsible(deps, actor.user, policy, company_id);
}

/**
 * Handles lists of people whose author could not enter them any more: these people are told nothing, and those of the
 * node above are.
 */
export const responsiblePeopleGrant: GrantHandler = {
  async pass(trx, _deps, actor, { id }) {
    await passPeople(trx, id, actor.user.id);
    return null;
  },
  async end(deps, actor, id) {
    await setResponsible(deps, actor, canEditNode, { company_id: id, people: [] });
  },
};

const contactsOf = (people: readonly ResponsiblePerson[]) =>
  people.flatMap(({ email, phone, language }) =>
    [email, phone].flatMap((recipient) => (recipient === null ? [] : [{ recipient, lang: language }])),
  );

import { SMS_TEMPLATES_MAX, type SmsTemplate, type SmsTemplateBody } from '@belfry/schemas/http/mail/sms';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import type { Kysely } from 'kysely';
import { type Actor, auditOf } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { isTaken } from '../../../db/errors.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { editConflict, fieldError, notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { mayChange, requireChangeable } from '../../../people/own-work.ts';
import { findListedOwners, findNewOwner } from '../../../people/owner-access.ts';
import { lockUser } from '../../../people/users.repository.ts';
import {
  canEditTemplatesOf,
  canListTemplatesOf,
  editableTemplates,
  type OwnersPolicy,
  readableTemplates,
  type VisibleOwners,
} from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { findHeldOf, requireShare } from '../../../people/organisation-share.ts';
import {
  deleteTemplate,
  findTemplates,
  insertTemplate,
  type ListedTemplate,
  lockTemplate,
  type OwnedTemplate,
  updateTemplate,
} from './sms.repository.ts';

const CHANGES = { visible: readableTemplates, edit: editableTemplates };

export const smsTemplatesRoutes = [
  serve(
    templatesHttp.list,
    { access: 'signed-in', policy: { policy: canListTemplatesOf, visible: readableTemplates } },
    async ({ deps, user, policy, query }) =>
      listTemplates(deps.db, user, await findListedOwners(deps.db, user, query.user_id, policy)),
  ),
  serve(
    templatesHttp.create,
    { access: 'signed-in', policy: canEditTemplatesOf, audit: 'sms_template.create of sms_template' },
    async ({ deps, user, ip, policy, query, body }) => {
      const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'plan' });
      return addTemplate(deps, { user, ip }, ownerId, body);
    },
  ),
  serve(
    templatesHttp.change,
    { access: 'signed-in', policy: CHANGES, audit: 'sms_template.change of sms_template' },
    ({ deps, user, ip, policy, params, body }) =>
      changeTemplate(deps, { user, ip }, policy, { ...body, id: params.id }),
  ),
  serve(
    templatesHttp.remove,
    { access: 'signed-in', policy: CHANGES, audit: 'sms_template.delete of sms_template' },
    ({ deps, user, ip, policy, params }) => removeTemplate(deps, { user, ip }, policy, params.id),
  ),
];

type TemplatesDeps = Pick<Deps, 'db' | 'events'>;
type Policies = { visible: OwnersPolicy; edit: OwnersPolicy };
const changed = ({ events }: TemplatesDeps, ownerId: number, id: number): void =>
  events.changed('sms_changed', [id], ownerId);

const entryOf = (verb: 'create' | 'change' | 'delete', { id, name }: Pick<SmsTemplate, 'id' | 'name'>) => ({
  action: `sms_template.${verb}` as const,
  object_kind: 'sms_template',
  object_id: id,
  details: { name },
});

async function listTemplates(db: Kysely<Database>, user: Principal, owners: VisibleOwners): Promise<SmsTemplate[]> {
  return (await findTemplates(db, owners)).map((template) => seenBy(user, template));
}

const seenBy = (user: Principal, { user_id, created_by, ...template }: ListedTemplate): SmsTemplate => ({
  ...template,
  may_change: mayChange(user, { user_id, created_by }, editableTemplates),
});

/** Throws unprocessable for one too many, conflict where the name is taken. */
async function addTemplate(
  deps: TemplatesDeps,
  actor: Actor,
  ownerId: number,
  template: SmsTemplateBody,
): Promise<SmsTemplate> {
  const created = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, ownerId);
    const share = { user: actor.user, ownerId, max: SMS_TEMPLATES_MAX, what: 'templates' };
    requireShare(await findHeldOf(trx, 'sms_templates', ownerId), share);
    const added = await insertTemplate(trx, { ownerId, createdBy: actor.user.id }, template).catch(throwTaken);
    await auditOf(trx, actor, ownerId, { ...entryOf('create', added), after: added });
    return added;
  });
  changed(deps, ownerId, created.id);
  return { ...created, may_change: true };
}

async function changeTemplate(
  deps: TemplatesDeps,
  actor: Actor,
  policies: Policies,
  { id, revision, ...template }: SmsTemplateBody & { id: number; revision: number },
): Promise<SmsTemplate> {
  const { made: change, ownerId } = await transact(deps.db, async (trx) => {
    const editable = await lockEditable(trx, actor.user, policies, id);
    if (editable.template.revision !== revision)
      throw editConflict('The template was changed meanwhile', editable.template);
    const sides = { before: editable.template, after: template };
    await auditOf(trx, actor, editable.user_id, { ...entryOf('change', editable.template), ...sides });
    return { made: await updateTemplate(trx, id, template).catch(throwTaken), ownerId: editable.user_id };
  });
  changed(deps, ownerId, id);
  return { ...change, may_change: true };
}

async function removeTemplate(deps: TemplatesDeps, actor: Actor, policies: Policies, id: number): Promise<void> {
  const { user_id } = await transact(deps.db, async (trx) => {
    const editable = await lockEditable(trx, actor.user, policies, id);
    await deleteTemplate(trx, id);
    await auditOf(trx, actor, editable.user_id, { ...entryOf('delete', editable.template), before: editable.template });
    return editable;
  });
  changed(deps, user_id, id);
}

/**
 * Locks a template that the caller may change: of an organisation, members change what they have made, and who plans for a whole tree
 * everything. Throws not_found where the caller does not find it, forbidden otherwise.
 */
async function lockEditable(
  trx: Kysely<Database>,
  user: Principal,
  { visible, edit }: Policies,
  id: number,
): Promise<OwnedTemplate> {
  const row = await lockTemplate(trx, visible(user), id);
  if (!row) throw notFound('There is no such template');
  requireChangeable(user, row, edit, 'template');
  return row;
}

function throwTaken(error: unknown): never {
  if (!isTaken(error)) throw error;
  throw fieldError('conflict', 'name', 'There is a template of this name already');
}

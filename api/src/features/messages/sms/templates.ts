import { SMS_TEMPLATES_MAX, type SmsTemplate, type SmsTemplateBody } from '@belfry/schemas/http/messages/sms';
import { templatesHttp } from '@belfry/schemas/http/messages/templates';
import { noteAct } from '../../../audit/audit-trail.ts';
import { isTaken } from '../../../db/errors.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, editConflict, fieldError, notFound } from '../../../errors.ts';
import { lockUser } from '../../../people/users.repository.ts';
import { serve } from '../../../serve.ts';
import { deleteTemplate, findTemplates, insertTemplate, lockTemplate, updateTemplate } from './sms.repository.ts';

export const smsTemplatesRoutes = [
  serve(templatesHttp.list, { access: 'signed-in', policy: 'own' }, ({ deps, user }) =>
    findTemplates(deps.db, user.id),
  ),
  serve(templatesHttp.create, { access: 'signed-in', policy: 'own' }, ({ deps, user, body }) =>
    addTemplate(deps, user.id, body),
  ),
  serve(templatesHttp.change, { access: 'signed-in', policy: 'own' }, ({ deps, user, params, body }) =>
    changeTemplate(deps, user.id, { ...body, id: params.id }),
  ),
  serve(templatesHttp.remove, { access: 'signed-in', policy: 'own' }, ({ deps, user, params }) =>
    removeTemplate(deps, user.id, params.id),
  ),
];

type TemplatesDeps = Pick<Deps, 'db' | 'events'>;
const changed = ({ events }: TemplatesDeps, userId: number, id: number): void =>
  events.changed('sms_changed', [id], userId);

async function addTemplate(deps: TemplatesDeps, userId: number, template: SmsTemplateBody): Promise<SmsTemplate> {
  const made = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, userId);
    if ((await findTemplates(trx, userId)).length >= SMS_TEMPLATES_MAX) {
      throw new AppError('unprocessable', `There can be ${SMS_TEMPLATES_MAX} templates at most`);
    }
    return insertTemplate(trx, userId, template).catch(throwTaken);
  });
  changed(deps, userId, made.id);
  return made;
}

async function changeTemplate(
  deps: TemplatesDeps,
  userId: number,
  { id, revision, ...template }: SmsTemplateBody & { id: number; revision: number },
): Promise<SmsTemplate> {
  const made = await transact(deps.db, async (trx) => {
    const current = await lockTemplate(trx, userId, id);
    if (!current) throw missing();
    if (current.revision !== revision) throw editConflict('The template was changed meanwhile', current);
    noteAct({ before: current, after: template });
    return updateTemplate(trx, id, template).catch(throwTaken);
  });
  changed(deps, userId, id);
  return made;
}

async function removeTemplate(deps: TemplatesDeps, userId: number, id: number): Promise<void> {
  const before = (await findTemplates(deps.db, userId)).find((template) => template.id === id);
  if (!before || !(await deleteTemplate(deps.db, userId, id))) throw missing();
  noteAct({ before });
  changed(deps, userId, id);
}

const missing = (): AppError => notFound('There is no such template');

function throwTaken(error: unknown): never {
  if (!isTaken(error)) throw error;
  throw fieldError('conflict', 'name', 'There is a template of this name already');
}

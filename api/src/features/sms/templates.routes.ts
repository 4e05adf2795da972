import { findTemplates } from './templates.repository.ts';
import { addTemplate, changeTemplate, removeTemplate } from './templates.service.ts';
import { templatesHttp } from '@belfry/schemas/http/outbox/templates';
import { serve } from '../../serve.ts';

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

import { contactChangeHttp } from '@belfry/schemas/http/accounts/contact-change';
import { changeContact, confirmContact } from './contact-change.service.ts';
import { serve } from '../../../serve.ts';

export const contactChangeRoutes = [
  serve(
    contactChangeHttp.change,
    { access: 'signed-in', policy: 'own', ownKeyOnly: true },
    ({ deps, user, ip, body }) => changeContact(deps, { user, ip }, body),
  ),
  serve(
    contactChangeHttp.confirm,
    { access: 'signed-in', policy: 'own', ownKeyOnly: true },
    ({ deps, user, ip, body }) => confirmContact(deps, { user, ip }, body),
  ),
];

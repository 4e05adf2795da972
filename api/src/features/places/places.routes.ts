import { placesHttp } from '@belfry/schemas/http/places/places';
import { notFound } from '../../errors.ts';
import { pageOf, Reply } from '../../http/routes/route.ts';
import { readableNodes, readableSchedules } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { listPlaces } from './places-list.repository.ts';
import { findPlacePage } from './place-page.repository.ts';
import { findEffectiveSettings } from './settings.repository.ts';

export const placesRoutes = [
  serve(
    placesHttp.list,
    { access: 'signed-in', policy: readableNodes },
    ({ deps, user, policy, query: { page, page_size, ...filter } }) =>
      deps.long.read(user.id, async ({ db }) => {
        const { rows, total } = await listPlaces(db, policy(user), {
          ...filter,
          ...(pageOf({ page, page_size }) ?? { limit: page_size, offset: 0 }),
        });
        return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
      }),
  ),
  serve(
    placesHttp.read,
    { access: 'signed-in', policy: { nodes: readableNodes, texts: readableSchedules } },
    ({ deps, user, policy, params: { company_id } }) =>
      deps.long.read(user.id, async ({ db }) => {
        const page = await findPlacePage(db, { nodes: policy.nodes(user), texts: policy.texts(user) }, company_id);
        const settings = page && (await findEffectiveSettings(db, [company_id])).get(company_id);
        if (!settings) throw notFound('Company not found');
        return { ...page, time_zone: settings.time_zone.value, volume_max: settings.volume_max.value };
      }),
  ),
];

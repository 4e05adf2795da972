import { Reply } from '../../http/routes/route.ts';
import { createFeed, readFeed } from './feed.service.ts';
import { deleteFeed, findFeed } from './feed.repository.ts';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { serve } from '../../serve.ts';

export const feedRoutes = [
  serve(feedHttp.calendar, { access: 'public' }, async ({ deps, ip, query }) =>
    Reply.chunks(await readFeed(deps, ip, query.token), 'text/calendar; charset=utf-8', {
      headers: { 'Cache-Control': 'private, no-cache' },
    }),
  ),
  serve(feedHttp.read, { access: 'signed-in', policy: 'own' }, async ({ deps, user }) => ({
    created_at: (await findFeed(deps.db, user.id)) ?? null,
  })),
  serve(feedHttp.create, { access: 'signed-in', ownKeyOnly: true, policy: 'own' }, ({ deps, user }) =>
    createFeed(deps, user.id),
  ),
  serve(feedHttp.remove, { access: 'signed-in', ownKeyOnly: true, policy: 'own' }, ({ deps, user }) =>
    deleteFeed(deps.db, user.id),
  ),
];

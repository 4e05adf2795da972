import { alertFeedsHttp } from '@belfry/schemas/http/alert-feeds';
import { canManageTriggers } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { previewFeed } from './preview.service.ts';

export const alertFeedRoutes = [
  serve(
    alertFeedsHttp.preview,
    {
      access: 'signed-in',
      policy: canManageTriggers,
      ownKeyOnly: true,
      audit: 'none: it shows what would happen',
    },
    ({ deps, user, ip, policy, body }) => previewFeed(deps, { user, ip }, policy, body),
  ),
];

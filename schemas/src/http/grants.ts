import { z } from 'zod';
import { GRANT_KIND_NAMES } from '../domain/grants.ts';
import { idSchema, idTextSchema } from '../domain/ids.ts';
import { endpoint } from './endpoint.ts';

/** What people have granted, and what became of it when they could not any more; see docs/product/grants.md. */

export const grantKindSchema = z.enum(GRANT_KIND_NAMES).meta({ id: 'GrantKind' });
const grantId = z
  .int()
  .describe(
    'of the kind: that of the key, webhook, trigger, schedule, rule, invitation, or node of the list of people',
  );
const common = {
  kind: grantKindSchema,
  grant_id: grantId,
  name: z
    .string()
    .describe('its name; of an invitation the address, of a list of people the node, of a rule the kind of alarm'),
  company_id: z.int().nullable().describe('the node; null for what is of a whole organisation or of the installation'),
  company_name: z.string().nullable(),
};

export const stoppedGrantSchema = z
  .strictObject({
    ...common,
    granted_by: z.string().describe('the name of who had granted it, also after the account is gone'),
    reason: z.enum(['removed', 'lowered', 'blocked', 'expired']).describe('what happened to them'),
    stopped_at: z.iso.datetime(),
  })
  .meta({ id: 'StoppedGrant' });
export type StoppedGrant = z.infer<typeof stoppedGrantSchema>;

export const ownGrantSchema = z
  .strictObject({ ...common, granted_at: z.iso.datetime().nullable() })
  .meta({ id: 'OwnGrant' });
export type OwnGrant = z.infer<typeof ownGrantSchema>;

export const OWN_GRANTS_MAX = 500;
const params = z.object({ kind: grantKindSchema, grant_id: idTextSchema });
const errors = ['not_found', 'forbidden', 'conflict', 'unprocessable', 'rate_limited'] as const;

export const grantsHttp = {
  stopped: endpoint({
    method: 'get',
    path: '/grants',
    summary: 'What has stopped because whoever granted it may not any more, where the caller manages people',
    answer: z.array(stoppedGrantSchema),
  }),
  takeOver: endpoint({
    method: 'post',
    path: '/grants/{kind}/{grant_id}/take-over',
    summary:
      'Grant it as the caller from now on, with a new key, link or secret; what was known of it before is of no use any more',
    params,
    answer: z
      .strictObject({
        secret: z.string().nullable().describe('the key or the secret, in this answer only; null where there is none'),
      })
      .meta({ id: 'TakenOverGrant' }),
    errors: [...errors],
  }),
  keep: endpoint({
    method: 'post',
    path: '/grants/{kind}/{grant_id}/keep',
    summary: 'Grant it as the caller from now on, as it is',
    params,
    answer: null,
    errors: [...errors],
  }),
  end: endpoint({
    method: 'post',
    path: '/grants/{kind}/{grant_id}/end',
    summary: 'Remove what has stopped',
    params,
    answer: null,
    errors: [...errors],
  }),
  own: endpoint({
    method: 'get',
    path: '/me/grants',
    summary:
      'What the caller has granted that others use without signing in, and whether a change of the password asks about it',
    answer: z
      .strictObject({ asked: z.boolean().describe('until `review` is called'), grants: z.array(ownGrantSchema) })
      .meta({ id: 'OwnGrants' }),
  }),
  review: endpoint({
    method: 'post',
    path: '/me/grants/review',
    summary: 'End some of the grants of the caller; all others go on, and are not asked about any more',
    body: z
      .strictObject({
        end: z
          .array(z.strictObject({ kind: grantKindSchema, grant_id: idSchema }))
          .max(OWN_GRANTS_MAX)
          .default([]),
      })
      .meta({ id: 'ReviewGrantsBody' }),
    answer: null,
    errors: ['not_found', 'forbidden', 'rate_limited'],
  }),
};

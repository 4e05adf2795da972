import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { COMPANY_TYPES } from '../../domain/companies.ts';
import { nodeRoleSchema, rightSchema } from '../../domain/rights.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';
import { companyId, expiresAt, mayEmergency, source } from './members.ts';

/** What people have access to by their memberships; see docs/product/teams.md. */

export const nodeRightsSchema = z
  .strictObject({
    company_id: companyId,
    role: nodeRoleSchema,
    may_emergency: mayEmergency,
    expires_at: expiresAt,
    source_company_id: source,
  })
  .meta({ id: 'NodeRights' });
export type NodeRights = z.infer<typeof nodeRightsSchema>;

export const accessSchema = z
  .strictObject({
    member_id: z.int().nullable().describe('null: the tree is their own'),
    company_id: z.int(),
    company_name: z.string(),
    organisation_id: z.int().describe('the owner of the tree'),
    organisation_name: z.string().describe('the name of the owner'),
    role: nodeRoleSchema,
    may_emergency: mayEmergency,
    expires_at: expiresAt,
  })
  .meta({ id: 'Access' });
export type Access = z.infer<typeof accessSchema>;

/** A node that a member sees, with what they may do there and from which memberships that follows. */
export const seenNodeSchema = z
  .strictObject({
    company_id: z.int(),
    name: z.string(),
    type: z.enum(COMPANY_TYPES),
    has_children: z.boolean(),
    rights: z.array(rightSchema),
    sources: z
      .array(
        z.strictObject({
          company_id: z.int().describe('the node of the membership: this one, or one above'),
          name: z.string().nullable().describe('null where the caller must not know that node'),
          role: nodeRoleSchema,
          may_emergency: mayEmergency,
          expires_at: expiresAt,
        }),
      )
      .describe('the memberships; none where the tree is their own'),
  })
  .meta({ id: 'SeenNode' });
export type SeenNode = z.infer<typeof seenNodeSchema>;

/** What somebody sees and may do, as far as the caller manages it. */
export const seenTreeSchema = z
  .strictObject({
    user_id: z.int(),
    name: z.string(),
    rights: z.array(rightSchema).describe('all that they have at any of these nodes'),
    nodes: z.array(seenNodeSchema),
    total: z.int().describe('how many nodes there are at this place of the tree'),
  })
  .meta({ id: 'SeenTree' });
export type SeenTree = z.infer<typeof seenTreeSchema>;
export const SEEN_NODES_PAGE_SIZE = 100;

export const accessHttp = {
  rights: endpoint({
    method: 'get',
    path: '/me/rights',
    summary: 'The roles of the caller: at their own trees, and where they are member',
    answer: z.array(nodeRightsSchema),
  }),
  ownAccess: endpoint({
    method: 'get',
    path: '/me/access',
    summary: 'The same with the names of nodes and organisations',
    answer: z.array(accessSchema),
  }),
  access: endpoint({
    method: 'get',
    path: '/members/access/{user_id}',
    summary: 'What a member has access to, as far as the caller manages it',
    params: z.object({ user_id: idTextSchema }),
    answer: z.array(accessSchema),
    errors: ['not_found'],
  }),
  seen: endpoint({
    method: 'get',
    path: '/members/access/{user_id}/nodes',
    summary: 'The nodes that a member sees, with what they may do there, as far as the caller manages them',
    description:
      'The highest of these nodes, or those below `company_id`. The caller reads it with their own key: nothing is done as the member.',
    params: z.object({ user_id: idTextSchema }),
    query: z
      .object({ company_id: idTextSchema.optional(), ...pageFields(SEEN_NODES_PAGE_SIZE) })
      .meta({ id: 'SeenNodesQuery' }),
    answer: seenTreeSchema,
    errors: ['not_found', 'rate_limited'],
  }),
};

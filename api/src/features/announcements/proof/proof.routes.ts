import { reasonOf } from '@belfry/schemas/domain/reasons';
import {
  proofDaySchema,
  proofFilterSchema,
  proofQuerySchema,
  proofRowSchema,
  proofRunSchema,
} from '@belfry/schemas/http/announcements/proof-of-play';
import { z } from 'zod';
import type { Principal } from '../../../http/routes/principal.ts';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import { readableAnnouncements } from '../../../policies/announcements.ts';
import { canReadAccount } from '../../../policies/accounts.ts';
import { ownOf, type OwnersPolicy, type VisibleOwners } from '../../../policies/visible-owners.ts';
import { findPermittedOwner } from '../../users/index.ts';
import type { AnnouncementsDeps } from '../deps.ts';
import { exportProof } from './proof-csv.ts';
import { listProof, listProofDays, listProofRuns } from './proof.repository.ts';

const route = routeWith<AnnouncementsDeps>();
const CSV = 'text/csv';

/** The owners whose places are evaluated. Throws forbidden where a user who is no administrator names another one, and user_not_found. */
async function ownersOf(
  { db }: Pick<AnnouncementsDeps, 'db'>,
  policy: OwnersPolicy,
  user: Principal,
  named: number | undefined,
): Promise<VisibleOwners> {
  return named === undefined ? policy(user) : ownOf(await findPermittedOwner(db, user, named, canReadAccount));
}

export const proofRoutes = [
  route(
    {
      method: 'get',
      path: '/announcements/proof',
      summary: 'What was announced at the own places in a time, the newest first; for administrators at all',
      access: 'signed-in',
      policy: readableAnnouncements,
      query: proofQuerySchema,
      answer: z.array(proofRowSchema),
      headers: { 'X-Total-Count': 'how many there are' },
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, user, policy, query: { page, page_size: limit, user_id, ...filter } }) => {
      const owners = await ownersOf(deps, policy, user, user_id);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        listProof(db, owners, filter, { limit, offset: (page - 1) * limit }),
      );
      const answer = rows.map(({ device_id: _device, ...row }) => Object.assign(row, reasonOf(row.reason)));
      return Reply.of(answer, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  route(
    {
      method: 'get',
      path: '/announcements/proof/runs',
      summary: 'The same by run, with how many places heard it',
      access: 'signed-in',
      policy: readableAnnouncements,
      query: proofQuerySchema,
      answer: z.array(proofRunSchema),
      headers: { 'X-Total-Count': 'how many there are' },
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, user, policy, query: { page, page_size: limit, user_id, ...filter } }) => {
      const owners = await ownersOf(deps, policy, user, user_id);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        listProofRuns(db, owners, filter, { limit, offset: (page - 1) * limit }),
      );
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  route(
    {
      method: 'get',
      path: '/announcements/proof/days',
      summary: 'The same by day, with how many places should have heard something and how many did',
      access: 'signed-in',
      policy: readableAnnouncements,
      query: proofFilterSchema,
      answer: z.array(proofDaySchema),
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, user, policy, query: { user_id, ...filter } }) => {
      const owners = await ownersOf(deps, policy, user, user_id);
      return deps.long.read(user.id, ({ db }) => listProofDays(db, owners, filter));
    },
  ),
  route(
    {
      method: 'get',
      path: '/announcements/proof.csv',
      summary: 'The same as CSV',
      description:
        'UTF-8 with a byte order mark, RFC 4180. A cell that looks like a formula is preceded by an apostrophe.',
      access: 'signed-in',
      policy: readableAnnouncements,
      query: proofFilterSchema,
      answer: z.file().mime(CSV),
      headers: { 'Content-Disposition': 'the name of the file' },
      errors: ['forbidden', 'user_not_found', 'rate_limited'],
    },
    async ({ deps, user, policy, query: { user_id, ...query } }) => {
      const chunks = await exportProof(deps, user, await ownersOf(deps, policy, user, user_id), query);
      const name = `proof-of-play-${query.from.slice(0, 10)}.csv`;
      return Reply.chunks(chunks, `${CSV}; charset=utf-8`, {
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      });
    },
  ),
];

import { createHash } from 'node:crypto';
import { type CarriedSpeakers, networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import { canBindDevice } from '../../policies/devices.ts';
import { canBindAtNode, canEditNode, canReadNode, operableDevices, readableDevices } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { noteSends } from '../device-state/index.ts';
import { findCarried } from './network-speakers.repository.ts';
import {
  changeSpeaker,
  createSpeaker,
  readSenders,
  readSpeaker,
  readSpeakers,
  removeSpeaker,
} from './network-speakers.service.ts';

const FETCHES = { hits: 120, windowSeconds: 60 };
const CHANGED = {
  access: 'signed-in',
  policy: { parent: canEditNode, node: canBindAtNode, device: canBindDevice },
  audit: 'service',
} as const;

export const networkSpeakersRoutes = [
  serve(networkSpeakersHttp.carried, { access: 'device-or-admin', policy: 'own' }, async ({ deps, device, req }) => {
    if (!device) throw notFound('Only devices carry network speakers');
    await countAttempt(deps, [{ key: `carried:${device.device_id}`, ...FETCHES }]);
    await noteSends(deps.db, device.device_id);
    const body = JSON.stringify({ speakers: await findCarried(deps.db, device) } satisfies CarriedSpeakers);
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isCurrent = (req.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag);
    return Reply.json(body, {
      headers: { ETag: etag, 'Cache-Control': 'private, no-cache' },
      ...(isCurrent && { status: 304 }),
    });
  }),
  serve(
    networkSpeakersHttp.list,
    { access: 'signed-in', policy: { node: canReadNode, visible: readableDevices } },
    async ({ deps, user, policy, query: { company_id, sender, page, page_size } }) => {
      const asked = { company_id, sender, limit: page_size, offset: (page - 1) * page_size };
      const { rows, total } = await readSpeakers(deps, user, policy, asked);
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(
    networkSpeakersHttp.senders,
    { access: 'signed-in', policy: { node: canBindAtNode, operated: operableDevices } },
    ({ deps, user, policy, query }) => readSenders(deps, user, policy, query.company_id),
  ),
  serve(networkSpeakersHttp.create, CHANGED, async ({ deps, user, ip, policy, body }) =>
    Reply.of(await createSpeaker(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(networkSpeakersHttp.read, { access: 'signed-in', policy: readableDevices }, ({ deps, user, params }) =>
    readSpeaker(deps, user, params.device_id),
  ),
  serve(networkSpeakersHttp.change, CHANGED, ({ deps, user, ip, policy, params, body }) =>
    changeSpeaker(deps, { id: params.device_id, actor: { user, ip }, policy }, body),
  ),
  serve(networkSpeakersHttp.remove, CHANGED, ({ deps, user, ip, policy, params }) =>
    removeSpeaker(deps, { id: params.device_id, actor: { user, ip }, policy }),
  ),
];

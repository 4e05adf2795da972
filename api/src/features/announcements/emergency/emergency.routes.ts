import {
  announcementRunSchema,
  announcementRunParamsSchema,
  sayAnswerSchema,
} from '@belfry/schemas/http/announcements/announcements';
import {
  emergencyMessageParamsSchema,
  emergencyStateSchema,
  missingEmergencySchema,
  startEmergencyBodySchema,
} from '@belfry/schemas/http/announcements/emergency';
import { notFound } from '../../../errors.ts';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import { readableAnnouncements, speechTargets, stoppableAnnouncements } from '../../../policies/announcements.ts';
import type { AnnouncementsDeps } from '../deps.ts';
import { findRun, stopRun } from '../runs/index.ts';
import { readEmergency, readMissing, startEmergency } from './emergency.service.ts';

const route = routeWith<AnnouncementsDeps>();
const BODY_BYTES = 200_000;
const KINDS = ['emergency', 'drill'] as const;

export const emergencyRoutes = [
  route(
    {
      method: 'get',
      path: '/emergency',
      summary:
        'The prepared emergency messages, the devices that can be reached, and the emergencies that are not over',
      access: 'signed-in',
      policy: readableAnnouncements,
      answer: emergencyStateSchema,
    },
    ({ deps, user, policy }) => readEmergency(deps, user, policy),
  ),
  route(
    {
      method: 'get',
      path: '/emergency/messages/{id}/missing',
      summary: 'The places whose devices do not have the audio of a prepared message on their disk',
      access: 'signed-in',
      policy: readableAnnouncements,
      params: emergencyMessageParamsSchema,
      answer: missingEmergencySchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, params }) => readMissing(deps, user, policy, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/emergency/start',
      summary: 'Start an emergency announcement, which repeats until "all clear", or a drill',
      description: 'Devices that come back meanwhile play it as well; see ANN-11.',
      access: 'signed-in',
      policy: speechTargets,
      body: startEmergencyBodySchema,
      bodyLimit: BODY_BYTES,
      answer: sayAnswerSchema,
      status: 202,
      errors: ['not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, user, policy, body, ip }) =>
      Reply.of(await startEmergency(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  route(
    {
      method: 'post',
      path: '/emergency/{run_id}/all-clear',
      summary: 'End an emergency on all of its devices, also on those that come back later',
      access: 'signed-in',
      policy: stoppableAnnouncements,
      params: announcementRunParamsSchema,
      answer: announcementRunSchema,
      errors: ['not_found', 'conflict'],
    },
    async ({ deps, user, policy, params: { run_id: runId }, ip }) => {
      await stopRun(deps, { user, ip }, { runId, policy, kinds: KINDS });
      const run = await findRun(deps.db, policy(user), runId);
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
];

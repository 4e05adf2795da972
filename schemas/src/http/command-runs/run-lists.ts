import { z } from 'zod';
import { serialSchema } from '../../domain/serial.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';
import {
  RUN_DELIVERY_STATES,
  runDeliveryStateSchema,
  commandRunParamsSchema,
  commandRunSchema,
  previewRunBodySchema,
  runPreviewSchema,
  runStartedSchema,
  startRunBodySchema,
} from './runs.ts';

const paging = pageFields(20);

export const runListQuerySchema = z.object({ ...paging, page_size: paging.page_size.pipe(z.number().max(50)) });
export const runDeliveriesQuerySchema = z.object({
  ...paging,
  state: z
    .enum([...RUN_DELIVERY_STATES, 'failures'])
    .optional()
    .describe('`failures`: failed, timed_out and expired'),
});
export type RunDeliveriesQuery = z.input<typeof runDeliveriesQuerySchema>;

export const runDeliverySchema = z
  .strictObject({
    serial: serialSchema,
    name: z.string().nullable(),
    wave: z.int().min(0),
    state: runDeliveryStateSchema,
    reason: z.string().nullable().describe('why it did not succeed'),
    error_type: z.string().nullable(),
    sent_at: z.iso.datetime().nullable(),
    settled_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RunDelivery' });
export type RunDelivery = z.infer<typeof runDeliverySchema>;

const totalHeader = { 'X-Total-Count': 'how many there are' };
const changeOf = (change: 'pause' | 'resume' | 'cancel', summary: string) =>
  endpoint({
    method: 'post',
    path: `/command-runs/{run_id}/${change}`,
    summary,
    params: commandRunParamsSchema,
    answer: commandRunSchema,
    errors: ['not_found', 'conflict'],
  });

export const runsHttp = {
  preview: endpoint({
    method: 'post',
    path: '/command-runs/preview',
    summary: 'Count the devices of a run, and those that cannot be reached now, without starting it',
    body: previewRunBodySchema,
    answer: runPreviewSchema,
    errors: ['forbidden', 'device_not_found', 'not_found', 'unprocessable'],
  }),
  start: endpoint({
    method: 'post',
    path: '/command-runs',
    summary: 'Send a command to many devices in waves, on the server',
    description:
      'People send to their own devices, administrators to all. Each device receives the command at most once.',
    body: startRunBodySchema,
    answer: runStartedSchema,
    status: 202,
    errors: [
      'unknown_command',
      'forbidden',
      'device_not_found',
      'not_found',
      'conflict',
      'unprocessable',
      'rate_limited',
    ],
  }),
  list: endpoint({
    method: 'get',
    path: '/command-runs',
    summary: 'The own runs, those of members at the own devices, or for administrators all, the newest first',
    query: runListQuerySchema,
    answer: z.array(commandRunSchema),
    headers: totalHeader,
  }),
  read: endpoint({
    method: 'get',
    path: '/command-runs/{run_id}',
    summary: 'The state and progress of a run',
    params: commandRunParamsSchema,
    answer: commandRunSchema,
    errors: ['not_found'],
  }),
  deliveries: endpoint({
    method: 'get',
    path: '/command-runs/{run_id}/deliveries',
    summary: 'The devices of a run in the order of sending, each with its state and why it did not succeed',
    params: commandRunParamsSchema,
    query: runDeliveriesQuerySchema,
    answer: z.array(runDeliverySchema),
    headers: totalHeader,
    errors: ['not_found'],
  }),
  pause: changeOf('pause', 'Send nothing more until the run is resumed; devices that have the command carry it out'),
  resume: changeOf('resume', 'Continue a run that was paused or has stopped'),
  cancel: changeOf('cancel', 'Send nothing more, and cancel what waits for devices that are offline'),
};

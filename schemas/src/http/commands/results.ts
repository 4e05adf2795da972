import { endpoint } from '../endpoint.ts';
import {
  commandResultParamsSchema,
  commandResultSchema,
  serialParamsSchema,
  commandHistoryQuerySchema,
} from './commands.ts';
import { z } from 'zod';

export const resultsHttp = {
  cancel: endpoint({
    method: 'delete',
    path: '/rpi/devices/command/{serial}/{commandId}',
    summary: 'Cancel a command that waits for its device',
    description: 'conflict: it has been sent or has ended, so it cannot be cancelled any more.',
    params: commandResultParamsSchema,
    answer: commandResultSchema,
    errors: ['not_found', 'conflict'],
  }),
  read: endpoint({
    method: 'get',
    path: '/rpi/devices/command/result/{serial}/{commandId}',
    summary: 'The state and result of a command; `success` is null until it is settled',
    params: commandResultParamsSchema,
    answer: commandResultSchema,
    errors: ['not_found'],
  }),
  list: endpoint({
    method: 'get',
    path: '/rpi/devices/commands/{serial}',
    summary: 'The commands of a device, the newest first',
    params: serialParamsSchema,
    query: commandHistoryQuerySchema,
    answer: z.array(commandResultSchema),
    errors: ['device_not_found'],
  }),
};

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const realtimeAnswerSchema = z
  .strictObject({
    url: z.string(),
    retains: z
      .boolean()
      .describe('a subscription is answered with the last state; otherwise read it over REST once it is granted'),
    tiles: z
      .strictObject({
        url: z.string().describe('with {z}, {x} and {y}'),
        attribution: z.string().nullable().describe('plain text that maps show'),
      })
      .nullable()
      .describe('the tiles of maps; null: the installation has set none'),
  })
  .meta({ id: 'Realtime' });

export const realtimeHttp = {
  socket: endpoint({
    method: 'get',
    path: '/realtime',
    summary: 'The address of the broker for MQTT over WebSocket',
    answer: realtimeAnswerSchema,
  }),
};

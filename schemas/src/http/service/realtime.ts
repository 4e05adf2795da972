import { z } from 'zod';

/** GET /realtime: the address of the console's MQTT connection over WebSocket. */
export const realtimeAnswerSchema = z
  .strictObject({
    url: z.string(),
    retains: z
      .boolean()
      .describe('a subscription is answered with the last state; otherwise read it over REST once it is granted'),
  })
  .meta({ id: 'Realtime' });

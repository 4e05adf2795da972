import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The levels that can be chosen while the api runs, the most important first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export const logLevelSchema = z.enum(LOG_LEVELS).meta({ id: 'LogLevel' });
export type LogLevel = z.infer<typeof logLevelSchema>;

export const LOG_LEVEL_MINUTES = { min: 5, default: 60, max: 1_440 } as const;

export const logLevelStateSchema = z
  .strictObject({
    level: z.string().describe('what the api writes now: the chosen level, or LOG_LEVEL'),
    configured: z.string().describe('LOG_LEVEL, which holds unless another level is chosen'),
    chosen: z
      .strictObject({
        level: logLevelSchema,
        set_by: z.strictObject({ id: z.int(), name: z.string() }).nullable().describe('null: the account is deleted'),
        set_at: z.iso.datetime(),
        until: z.iso.datetime(),
      })
      .nullable(),
  })
  .meta({ id: 'LogLevelState' });
export type LogLevelState = z.infer<typeof logLevelStateSchema>;

export const chooseLogLevelBodySchema = z
  .strictObject({
    level: logLevelSchema,
    minutes: z
      .int()
      .min(LOG_LEVEL_MINUTES.min)
      .max(LOG_LEVEL_MINUTES.max)
      .default(LOG_LEVEL_MINUTES.default)
      .describe('after which LOG_LEVEL holds again'),
  })
  .meta({ id: 'ChooseLogLevelBody' });

export const logLevelHttp = {
  read: endpoint({
    method: 'get',
    path: '/admin/log-level',
    summary: 'The log level of the api, who has chosen it, and until when',
    answer: logLevelStateSchema,
  }),
  choose: endpoint({
    method: 'put',
    path: '/admin/log-level',
    summary: 'Choose the log level of all instances of the api for some time',
    description: 'Broker and devices keep the level of their settings.',
    body: chooseLogLevelBodySchema,
    answer: logLevelStateSchema,
  }),
  reset: endpoint({
    method: 'delete',
    path: '/admin/log-level',
    summary: 'Return to the log level of the settings',
    answer: logLevelStateSchema,
  }),
};

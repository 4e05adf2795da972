import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const requiredSecondFactorSchema = z
  .strictObject({
    required: z.boolean(),
    people: z.int().describe('whom it concerns: the owner, and everybody with a membership that has not ended'),
    without: z.int().describe('how many of them have no second factor yet'),
  })
  .meta({ id: 'RequiredSecondFactor' });
export type RequiredSecondFactor = z.infer<typeof requiredSecondFactorSchema>;

export const requiredSecondFactorHttp = {
  read: endpoint({
    method: 'get',
    path: '/auth/organisation/second-factor',
    summary: 'Whether the organisation of the caller requires a second factor, and how many people it concerns',
    answer: requiredSecondFactorSchema,
  }),
  change: endpoint({
    method: 'put',
    path: '/auth/organisation/second-factor',
    summary: 'Require a second factor of everybody in the organisation of the caller, or no longer',
    description: 'Who has none sets one up at the next sign-in; present sessions go on.',
    body: z.strictObject({ required: z.boolean() }).meta({ id: 'RequireSecondFactorBody' }),
    answer: requiredSecondFactorSchema,
  }),
};

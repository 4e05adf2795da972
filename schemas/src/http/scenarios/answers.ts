import { z } from 'zod';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { endpoint } from '../endpoint.ts';
import { SCENARIO_ANSWERS } from './runs.ts';

/** What somebody without an account answers to a message of a scenario: the token of its link is theirs alone. */

export const ANSWER_TEXT_MAX = 200;
/** A link holds for so long after its message. */
export const ANSWER_LINK_HOURS = 24;
/** Who has answered may correct it for so long, on the page that has sent it. */
export const ANSWER_CORRECTION_MINUTES = 15;

export const answersHttp = {
  read: endpoint({
    method: 'post',
    path: '/answers/asked',
    summary: 'What the link of a message asks; `conflict` once it was answered',
    body: z.strictObject({ token: linkTokenSchema }).meta({ id: 'AskedAnswerBody' }),
    answer: z.strictObject({ title: z.string() }).meta({ id: 'AskedAnswer' }),
    errors: ['link_expired', 'conflict', 'rate_limited'],
  }),
  send: endpoint({
    method: 'post',
    path: '/answers',
    summary: 'Answer a message of a scenario, once, or correct the answer',
    body: z
      .strictObject({
        token: linkTokenSchema,
        answer: z.enum(SCENARIO_ANSWERS),
        text: z.string().trim().max(ANSWER_TEXT_MAX).default(''),
        correction: linkTokenSchema.optional().describe('the secret that the first answer has returned'),
      })
      .meta({ id: 'AnswerBody' }),
    answer: z
      .strictObject({
        correction: z.string().describe(`with it this answer is corrected for ${ANSWER_CORRECTION_MINUTES} minutes`),
      })
      .meta({ id: 'AnsweredMessage' }),
    errors: ['link_expired', 'conflict', 'rate_limited'],
  }),
} as const;

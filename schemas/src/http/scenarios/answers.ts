import { z } from 'zod';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { endpoint } from '../endpoint.ts';
import { messageAnswerSchema } from '../message-answer.ts';
import { SCENARIO_ANSWERS } from './runs.ts';

/** What somebody without an account answers to a message of a scenario: the token of its link is theirs alone. */

export const ANSWER_TEXT_MAX = 200;
/** A link holds for so long after its message. */
export const ANSWER_LINK_HOURS = 24;

export const answersHttp = {
  read: endpoint({
    method: 'post',
    path: '/answers/asked',
    summary: 'What the link of a message asks',
    body: z.strictObject({ token: linkTokenSchema }).meta({ id: 'AskedAnswerBody' }),
    answer: z
      .strictObject({ title: z.string(), answer: z.enum(SCENARIO_ANSWERS).nullable() })
      .meta({ id: 'AskedAnswer' }),
    errors: ['link_expired', 'rate_limited'],
  }),
  send: endpoint({
    method: 'post',
    path: '/answers',
    summary: 'Answer a message of a scenario; the last answer counts',
    body: z
      .strictObject({
        token: linkTokenSchema,
        answer: z.enum(SCENARIO_ANSWERS),
        text: z.string().trim().max(ANSWER_TEXT_MAX).default(''),
      })
      .meta({ id: 'AnswerBody' }),
    answer: messageAnswerSchema,
    errors: ['link_expired', 'rate_limited'],
  }),
} as const;

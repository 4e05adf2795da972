import { endpoint } from '../endpoint.ts';
import { z } from 'zod';
import { favoriteSchema, favoriteBodySchema, doneAnswerSchema } from './voices.ts';

export const voiceFavoritesHttp = {
  list: endpoint({
    method: 'get',
    path: '/voices/favorites',
    summary: 'The favourite voices of the user, the last added first',
    answer: z.array(favoriteSchema),
  }),
  add: endpoint({
    method: 'post',
    path: '/voices/voice/favorite',
    summary: 'Add a favourite voice',
    body: favoriteBodySchema,
    answer: doneAnswerSchema,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/voices/voice/favorite',
    summary: 'Remove a favourite voice',
    body: favoriteBodySchema,
    answer: doneAnswerSchema,
  }),
};

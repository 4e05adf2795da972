import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { audioSchema, uploadAudioQuerySchema } from '../library/audio.ts';

export const recordingsHttp = {
  create: endpoint({
    method: 'post',
    path: '/audio/recordings',
    summary: 'Add a recording of a browser to the library',
    description:
      'The body is the file, as browsers record it: WAV, Ogg or WebM with Opus. It becomes audio of the library once it is decoded completely.',
    query: uploadAudioQuerySchema,
    upload: z.file(),
    answer: audioSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'unprocessable', 'payload_too_large', 'rate_limited', 'files_unavailable'],
  }),
};
